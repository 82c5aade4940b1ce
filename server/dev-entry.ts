import { content } from "../features/publishing/content.server.ts";

/** What the development server loads anew after a change. */
export const { company, careers, desk: deskFacts, jobs } = content;
// From here, because Vite and plain Node would load two copies of React Router, which do not know each other's contexts.
export { createRequestHandler } from "react-router";
export { startServer } from "./start.ts";
