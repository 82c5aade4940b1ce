import * as reactRouterBuild from "virtual:react-router/server-build";
import { content } from "../features/publishing/content.server.ts";

// React Router renders the prerendered pages with this very file, so it must export what its own server build does.
export * from "virtual:react-router/server-build";
export { reactRouterBuild };
export const company = content.company;
export { startServer } from "./start.ts";
