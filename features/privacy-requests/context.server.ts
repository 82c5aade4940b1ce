import { createContext } from "react-router";
import type { PrivacyRequests } from "./privacy-requests.server.ts";

export const privacyRequestsContext = createContext<PrivacyRequests>();
