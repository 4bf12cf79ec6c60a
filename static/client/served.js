/* The client on a page that the survey's own server gave. */

import { servedPlace } from "./place.js";
import { respond } from "./respond.js";

history.replaceState(null, ""); // the loads in vain before, see script_again.js
respond(servedPlace(location));
