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
	route("aboutUs", "routes/about.tsx"),
	route("ourteam", "routes/team.tsx"),
	route("vision-mission", "routes/vision-mission.tsx"),
	route("why-choose-us", "routes/why-choose-us.tsx"),
	route("process-insights", "routes/process-insights.tsx"),
	route("rating", "routes/rating.tsx"),
	route("alltestimonial", "routes/testimonials.tsx"),
	route("faq", "routes/faq.tsx"),
	route("privacy", "routes/privacy.tsx"),
	route("terms-condition", "routes/terms.tsx"),
	route("accessibility", "routes/accessibility.tsx"),
	route("error", "routes/error.tsx"),
	route("sitemap.xml", "routes/sitemap.ts"),
	route("robots.txt", "routes/robots.ts"),
	route("site.webmanifest", "routes/manifest.ts"),
] satisfies RouteConfig;
