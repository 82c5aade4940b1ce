import { createContext } from "react-router";
import type { Newsletter } from "./newsletter.server.ts";

export const newsletterContext = createContext<Newsletter>();
