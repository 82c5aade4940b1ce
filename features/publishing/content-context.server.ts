import { createContext } from "react-router";
import { content } from "./content.server.ts";
import type { Content } from "./documents/content.ts";

/** The content of a rendered page; by default the content of the build. */
export const contentContext = createContext<Content>(content);
