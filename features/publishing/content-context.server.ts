import { createContext } from "react-router";
import { content } from "./content.server.ts";
import type { Content } from "./documents/content.ts";

/** The content that a page is rendered with; what the site was built with unless somebody sets another. */
export const contentContext = createContext<Content>(content);
