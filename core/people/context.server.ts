import { createContext } from "react-router";
import type { PersonCheck } from "./person-check.server.ts";

/** Where the page that asks whether a person sent something finds what it can do. */
export const personCheckContext = createContext<PersonCheck>();
