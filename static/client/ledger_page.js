/* The page of the ledger. */

import { showLedger } from "./page/ledger_table.js";

showLedger();
