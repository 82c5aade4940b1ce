import { index, route, type RouteConfig } from "@react-router/dev/routes";

/** Every address of the desk; who may ask for which is said in guard/access.ts. */
export default [
	index("routes/overview.tsx"),
	route("sign-in", "routes/sign-in.tsx"),
	route("sign-in/provider", "routes/sign-in-provider.ts"),
	route("sign-in/provider/return", "routes/sign-in-provider-return.tsx"),
	route("sign-in-first", "routes/ask-to-sign-in.ts"),
	route("join/:token", "routes/join.tsx"),
	route("prove", "routes/prove.tsx"),
	route("prove-first", "routes/ask-to-prove.ts"),
	route("account", "routes/account.tsx"),
	route("account/password", "routes/account-password.tsx"),
	route("account/authenticator", "routes/account-authenticator.tsx"),
	route("sign-out", "routes/sign-out.ts"),
	route("not-allowed", "routes/forbidden.tsx"),
	route("search", "routes/search.tsx"),

	route("enquiries", "routes/work-list.tsx", { id: "enquiries" }),
	route("enquiries/change", "routes/work-change.tsx", { id: "enquiries.change" }),
	route("enquiries/:reference", "routes/work.tsx", { id: "enquiry" }),
	route("enquiries.csv", "routes/records-csv.ts", { id: "enquiries.csv" }),
	route("bookings", "routes/records.tsx", { id: "bookings" }),
	route("bookings/:reference", "routes/record.tsx", { id: "booking" }),
	route("bookings.csv", "routes/records-csv.ts", { id: "bookings.csv" }),
	route("applications", "routes/records.tsx", { id: "applications" }),
	route("applications/:reference", "routes/record.tsx", { id: "application" }),
	route("applications/:reference/file", "routes/record-file.ts", { id: "application.file" }),
	route("applications.csv", "routes/records-csv.ts", { id: "applications.csv" }),
	route("self-identification", "routes/self-identification.tsx"),

	route("emails", "routes/emails.tsx"),
	route("accounts", "routes/accounts.tsx"),
	route("accounts/:id", "routes/account-of.tsx"),
	route("audit-log", "routes/audit-log.tsx"),
	route("*", "routes/unknown.tsx"),
] satisfies RouteConfig;
