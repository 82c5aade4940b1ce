import { index, route, type RouteConfig } from "@react-router/dev/routes";

/** Every address of the site. Addresses the specification names keep its spelling, capitals included. */
export default [
	index("routes/home.tsx", { id: "home" }),
	route("home", "routes/home.tsx", { id: "home-alias" }),
	route("services", "routes/services.tsx"),
	route("case-study/:serviceName", "routes/service.tsx"),
	route("blog/feed.xml", "routes/feed.ts"),
	route("contactUs", "routes/contact.tsx"),
	route("contactUs/thank-you", "routes/contact-thanks.tsx"),
	route("error", "routes/error.tsx"),
	route("sitemap.xml", "routes/sitemap.ts"),
	route("robots.txt", "routes/robots.ts"),
	route("site.webmanifest", "routes/manifest.ts"),
] satisfies RouteConfig;
