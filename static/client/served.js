/* The client on a page that the survey's own server gave. */

import { servedPlace } from "./place.js";
import { respond } from "./respond.js";

respond(servedPlace(location));
