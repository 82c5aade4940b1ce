import type { FastifyInstance } from "fastify";
import ipaddr from "ipaddr.js";
import { getFeedToken } from "../features/booking/calendar-feed.server.ts";
import { listCounters } from "../features/careers/applications/self-identification.server.ts";
import { createGuard } from "../desk/guard.server.ts";
import { createFrame, deskContentSecurityPolicy, deskRoutes, type DeskDeps } from "../desk/http.server.tsx";
import { renderErrorPage } from "../desk/error-page.server.tsx";
import type { AppDeps } from "./app.ts";
import { createFailureReport, createHttpServer } from "../platform/http/create-http-server.ts";
import { sendErrorPage, type ReadyPages } from "../platform/http/error-page.ts";
import { listSecurityHeaders } from "../platform/http/security-headers.ts";
import { createApplicationRecords } from "../features/careers/applications/staff.server.ts";
import { createBookingRecords } from "../features/booking/staff.server.ts";
import { createEnquiryRecords } from "../features/enquiries/staff.server.ts";

/** Longer than the public site's: a resume of 10 MB may leave through a tunnel. */
const handlerTimeoutMs = 120_000;

/**
 * Puts the staff's listener together; it does not listen yet.
 *
 * Every answer carries its headers, whatever its status, and none is kept by a browser but the stylesheet.
 */
export async function createDesk(parts: Omit<AppDeps, "pages">): Promise<FastifyInstance> {
	const { config, company, database, clock, log } = parts;
	const deskDeps: DeskDeps = {
		...parts,
		kinds: [createEnquiryRecords(company), createBookingRecords(company), createApplicationRecords(company)],
		emailCaps: config.emailCaps,
		sendsEmails: config.smtpUrl !== undefined,
		listCounters: () => listCounters(database),
		async getCalendarUrl({ renew }) {
			const token = await database.write((transaction) => getFeedToken(transaction, clock.now(), { renew }));
			return `${config.publicUrl}/demo/calendar/${token}.ics`;
		},
		onEmails: () => parts.outbox.wake(),
	};
	const frame = createFrame(deskDeps);
	const pages: ReadyPages = {
		answer: () => false,
		findReady: () => undefined,
		errorPage: async (status, refusal) => ({
			headers: { "content-type": "text/html; charset=utf-8" },
			body: renderErrorPage(frame, status, refusal?.message),
		}),
	};
	const securityHeaders = {
		...listSecurityHeaders(config.deskUrl, config),
		"Content-Security-Policy": deskContentSecurityPolicy,
		// Not no-referrer: with it, browsers send "Origin: null" with the desk's own forms. Nothing is told to other sites.
		"Referrer-Policy": "same-origin",
		"X-Robots-Tag": "noindex",
		"Cache-Control": "no-store",
	};
	const reportFailure = createFailureReport(parts.metrics);
	const app = createHttpServer({ ...parts, pages, securityHeaders, reportFailure, handlerTimeoutMs });
	app.addHook("onRequest", createGuard(config.deskUrl));
	await app.register(deskRoutes, {
		...deskDeps,
		sendError: (error, request, reply) => sendErrorPage(error, request, reply, { pages, reportFailure }),
	});
	if (!isLoopback(config.deskHost))
		log.warn(
			{ host: config.deskHost },
			"DESK_HOST is not this machine alone: anyone who reaches the desk reads everything. Put a proxy with log-in before it",
		);
	return app;
}

function isLoopback(host: string): boolean {
	return host === "localhost" || (ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback");
}
