// Made by `npm run api-client` from the document of the API. docs/api.md describes it.

/** The operations of the API. */
export type Operations = {
	/** List enquiries, the latest first. */
	listEnquiries: {
		input: {
			query?: {
				limit?: number | undefined;
				cursor?: string | undefined;
				sort?: "received" | "changed" | undefined;
				stage?: string | undefined;
				owner?: string | undefined;
				topic?: string | undefined;
				source?: string | undefined;
				email?: string | undefined;
				receivedFrom?: string | undefined;
				receivedBefore?: string | undefined;
				isOpen?: "true" | "false" | undefined;
				isQuarantined?: "true" | "false" | undefined;
			};
		};
		result: {
			data: {
				reference: string;
				kind: string;
				receivedAt: string;
				changedAt: string;
				sender: { name: string; email: string };
				topic: string;
				source: string;
				stage: { key: string; label: string; isOpen: boolean };
				reason: string | null;
				owner: { id: string; name: string } | null;
				followUpOn: string | null;
				snoozedUntil: string | null;
				value: number | null;
				startsAt: string | null;
				isQuarantined: boolean;
				url: string;
			}[];
			next: string | null;
		};
	};
	/** Add one enquiry that did not come through the site. */
	addEnquiry: {
		input: {
			headers?: { "Idempotency-Key"?: string | undefined };
			body: {
				name: string;
				email?: string | undefined;
				phone?: string | undefined;
				text: string;
				source: string;
				consent?: string | undefined;
				topic?: string | undefined;
			};
		};
		result: { data: { reference: string } };
	};
	/** Get one enquiry. */
	getEnquiry: {
		input: { path: { reference: string } };
		result: {
			data: {
				reference: string;
				kind: string;
				receivedAt: string;
				changedAt: string;
				sender: { name: string; email: string };
				topic: string;
				source: string;
				stage: { key: string; label: string; isOpen: boolean };
				reason: string | null;
				owner: { id: string; name: string } | null;
				followUpOn: string | null;
				snoozedUntil: string | null;
				value: number | null;
				startsAt: string | null;
				isQuarantined: boolean;
				url: string;
				phone: string;
				text: string;
				fields: { label: string; value: string | string[] }[];
			};
		};
	};
	/** Change the stage, owner, follow-up and more of one enquiry: every given field or none. */
	changeEnquiry: {
		input: {
			path: { reference: string };
			headers?: { "If-Match"?: string | undefined };
			body: {
				stage?: string | undefined;
				reason?: string | null | undefined;
				owner?: string | null | undefined;
				followUpOn?: string | null | undefined;
				snoozedUntil?: string | null | undefined;
				value?: number | null | undefined;
			};
		};
		result: {
			data: {
				reference: string;
				kind: string;
				receivedAt: string;
				changedAt: string;
				sender: { name: string; email: string };
				topic: string;
				source: string;
				stage: { key: string; label: string; isOpen: boolean };
				reason: string | null;
				owner: { id: string; name: string } | null;
				followUpOn: string | null;
				snoozedUntil: string | null;
				value: number | null;
				startsAt: string | null;
				isQuarantined: boolean;
				url: string;
				phone: string;
				text: string;
				fields: { label: string; value: string | string[] }[];
			};
		};
	};
	/** Add a note to one enquiry; members whom it mentions are notified. */
	addEnquiryNote: {
		input: {
			path: { reference: string };
			headers?: { "Idempotency-Key"?: string | undefined };
			body: { text: string };
		};
		result: { data: { id: string; text: string; createdAt: string } };
	};
	/** List bookings, the latest first. */
	listBookings: {
		input: {
			query?: {
				limit?: number | undefined;
				cursor?: string | undefined;
				sort?: "received" | "changed" | undefined;
				stage?: string | undefined;
				owner?: string | undefined;
				topic?: string | undefined;
				source?: string | undefined;
				email?: string | undefined;
				receivedFrom?: string | undefined;
				receivedBefore?: string | undefined;
				isOpen?: "true" | "false" | undefined;
				isQuarantined?: "true" | "false" | undefined;
			};
		};
		result: {
			data: {
				reference: string;
				kind: string;
				receivedAt: string;
				changedAt: string;
				sender: { name: string; email: string };
				topic: string;
				source: string;
				stage: { key: string; label: string; isOpen: boolean };
				reason: string | null;
				owner: { id: string; name: string } | null;
				followUpOn: string | null;
				snoozedUntil: string | null;
				value: number | null;
				startsAt: string | null;
				isQuarantined: boolean;
				url: string;
			}[];
			next: string | null;
		};
	};
	/** Get one booking. */
	getBooking: {
		input: { path: { reference: string } };
		result: {
			data: {
				reference: string;
				kind: string;
				receivedAt: string;
				changedAt: string;
				sender: { name: string; email: string };
				topic: string;
				source: string;
				stage: { key: string; label: string; isOpen: boolean };
				reason: string | null;
				owner: { id: string; name: string } | null;
				followUpOn: string | null;
				snoozedUntil: string | null;
				value: number | null;
				startsAt: string | null;
				isQuarantined: boolean;
				url: string;
				phone: string;
				text: string;
				fields: { label: string; value: string | string[] }[];
			};
		};
	};
	/** Change the stage, owner, follow-up and more of one booking: every given field or none. */
	changeBooking: {
		input: {
			path: { reference: string };
			headers?: { "If-Match"?: string | undefined };
			body: {
				stage?: string | undefined;
				reason?: string | null | undefined;
				owner?: string | null | undefined;
				followUpOn?: string | null | undefined;
				snoozedUntil?: string | null | undefined;
				value?: number | null | undefined;
			};
		};
		result: {
			data: {
				reference: string;
				kind: string;
				receivedAt: string;
				changedAt: string;
				sender: { name: string; email: string };
				topic: string;
				source: string;
				stage: { key: string; label: string; isOpen: boolean };
				reason: string | null;
				owner: { id: string; name: string } | null;
				followUpOn: string | null;
				snoozedUntil: string | null;
				value: number | null;
				startsAt: string | null;
				isQuarantined: boolean;
				url: string;
				phone: string;
				text: string;
				fields: { label: string; value: string | string[] }[];
			};
		};
	};
	/** Add a note to one booking; members whom it mentions are notified. */
	addBookingNote: {
		input: {
			path: { reference: string };
			headers?: { "Idempotency-Key"?: string | undefined };
			body: { text: string };
		};
		result: { data: { id: string; text: string; createdAt: string } };
	};
	/** List applications, the latest first. */
	listApplications: {
		input: {
			query?: {
				limit?: number | undefined;
				cursor?: string | undefined;
				sort?: "received" | "changed" | undefined;
				stage?: string | undefined;
				owner?: string | undefined;
				topic?: string | undefined;
				source?: string | undefined;
				email?: string | undefined;
				receivedFrom?: string | undefined;
				receivedBefore?: string | undefined;
				isOpen?: "true" | "false" | undefined;
				isQuarantined?: "true" | "false" | undefined;
			};
		};
		result: {
			data: {
				reference: string;
				kind: string;
				receivedAt: string;
				changedAt: string;
				sender: { name: string; email: string };
				topic: string;
				source: string;
				stage: { key: string; label: string; isOpen: boolean };
				reason: string | null;
				owner: { id: string; name: string } | null;
				followUpOn: string | null;
				snoozedUntil: string | null;
				value: number | null;
				startsAt: string | null;
				isQuarantined: boolean;
				url: string;
			}[];
			next: string | null;
		};
	};
	/** Add one application that did not come through the site. */
	addApplication: {
		input: {
			headers?: { "Idempotency-Key"?: string | undefined };
			body: {
				name: string;
				email?: string | undefined;
				phone?: string | undefined;
				text: string;
				source: string;
				consent?: string | undefined;
				topic?: string | undefined;
			};
		};
		result: { data: { reference: string } };
	};
	/** Get one application. */
	getApplication: {
		input: { path: { reference: string } };
		result: {
			data: {
				reference: string;
				kind: string;
				receivedAt: string;
				changedAt: string;
				sender: { name: string; email: string };
				topic: string;
				source: string;
				stage: { key: string; label: string; isOpen: boolean };
				reason: string | null;
				owner: { id: string; name: string } | null;
				followUpOn: string | null;
				snoozedUntil: string | null;
				value: number | null;
				startsAt: string | null;
				isQuarantined: boolean;
				url: string;
				phone: string;
				text: string;
				fields: { label: string; value: string | string[] }[];
			};
		};
	};
	/** Change the stage, owner, follow-up and more of one application: every given field or none. */
	changeApplication: {
		input: {
			path: { reference: string };
			headers?: { "If-Match"?: string | undefined };
			body: {
				stage?: string | undefined;
				reason?: string | null | undefined;
				owner?: string | null | undefined;
				followUpOn?: string | null | undefined;
				snoozedUntil?: string | null | undefined;
				value?: number | null | undefined;
			};
		};
		result: {
			data: {
				reference: string;
				kind: string;
				receivedAt: string;
				changedAt: string;
				sender: { name: string; email: string };
				topic: string;
				source: string;
				stage: { key: string; label: string; isOpen: boolean };
				reason: string | null;
				owner: { id: string; name: string } | null;
				followUpOn: string | null;
				snoozedUntil: string | null;
				value: number | null;
				startsAt: string | null;
				isQuarantined: boolean;
				url: string;
				phone: string;
				text: string;
				fields: { label: string; value: string | string[] }[];
			};
		};
	};
	/** Add a note to one application; members whom it mentions are notified. */
	addApplicationNote: {
		input: {
			path: { reference: string };
			headers?: { "Idempotency-Key"?: string | undefined };
			body: { text: string };
		};
		result: { data: { id: string; text: string; createdAt: string } };
	};
	/** List the messages and replies of one enquiry, the latest page first. */
	listEnquiryMessages: {
		input: { path: { reference: string }; query?: { limit?: number | undefined; cursor?: string | undefined } };
		result: {
			data: {
				id: string;
				direction: "in" | "out";
				at: string;
				from: { name: string; email: string };
				to: string[];
				subject: string;
				text: string;
				files: { name: string; bytes: number }[];
				state: "received" | "waiting" | "sent" | "failed" | "held" | "stopped";
			}[];
			next: string | null;
		};
	};
	/** List the messages and replies of one booking, the latest page first. */
	listBookingMessages: {
		input: { path: { reference: string }; query?: { limit?: number | undefined; cursor?: string | undefined } };
		result: {
			data: {
				id: string;
				direction: "in" | "out";
				at: string;
				from: { name: string; email: string };
				to: string[];
				subject: string;
				text: string;
				files: { name: string; bytes: number }[];
				state: "received" | "waiting" | "sent" | "failed" | "held" | "stopped";
			}[];
			next: string | null;
		};
	};
	/** List the messages and replies of one application, the latest page first. */
	listApplicationMessages: {
		input: { path: { reference: string }; query?: { limit?: number | undefined; cursor?: string | undefined } };
		result: {
			data: {
				id: string;
				direction: "in" | "out";
				at: string;
				from: { name: string; email: string };
				to: string[];
				subject: string;
				text: string;
				files: { name: string; bytes: number }[];
				state: "received" | "waiting" | "sent" | "failed" | "held" | "stopped";
			}[];
			next: string | null;
		};
	};
	/** List the people who wrote, the latest activity first. */
	listPeople: {
		input: { query?: { limit?: number | undefined; cursor?: string | undefined; search?: string | undefined } };
		result: {
			data: {
				name: string;
				email: string;
				reference: string;
				company: string | null;
				changedAt: string;
				openRecords: number;
			}[];
			next: string | null;
		};
	};
	/** Get the person of a record. */
	getPerson: {
		input: { path: { reference: string } };
		result: {
			data: {
				names: string[];
				emails: string[];
				phones: string[];
				records: { reference: string; kind: string; receivedAt: string }[];
			};
		};
	};
	/** List calls, earliest first. */
	listCalls: {
		input: {
			query?: {
				limit?: number | undefined;
				cursor?: string | undefined;
				from?: string | undefined;
				until?: string | undefined;
			};
		};
		result: {
			data: {
				reference: string;
				state: "booked" | "cancelled";
				startsAt: string;
				durationMinutes: number;
				timeZone: string;
				hosts: { id: string; name: string }[];
				place: string;
				url: string;
				title: string;
				visitor: { name: string; email: string };
				isConfirmed: boolean;
				videoUrl: string | null;
			}[];
			next: string | null;
		};
	};
	/** Book a call for a visitor; they get the same invitation as when a member books it at the desk. */
	bookCall: {
		input: {
			headers?: { "Idempotency-Key"?: string | undefined };
			body: {
				type?: string | undefined;
				startsAt: string;
				firstName: string;
				lastName?: string | undefined;
				email: string;
				phone: string;
				topic?: string | undefined;
				message?: string | undefined;
			};
		};
		result: {
			data: {
				reference: string;
				state: "booked" | "cancelled";
				startsAt: string;
				durationMinutes: number;
				timeZone: string;
				hosts: { id: string; name: string }[];
				place: string;
				url: string;
				title: string;
				visitor: { name: string; email: string };
				isConfirmed: boolean;
				videoUrl: string | null;
			};
		};
	};
	/** Get one call. */
	getCall: {
		input: { path: { reference: string } };
		result: {
			data: {
				reference: string;
				state: "booked" | "cancelled";
				startsAt: string;
				durationMinutes: number;
				timeZone: string;
				hosts: { id: string; name: string }[];
				place: string;
				url: string;
				title: string;
				visitor: { name: string; email: string };
				isConfirmed: boolean;
				videoUrl: string | null;
			};
		};
	};
	/** Move or cancel a call; the visitor and hosts get e-mails. */
	changeCall: {
		input: {
			path: { reference: string };
			headers?: { "If-Match"?: string | undefined };
			body: { startsAt?: string | undefined; state?: "cancelled" | undefined; message?: string | undefined };
		};
		result: {
			data: {
				reference: string;
				state: "booked" | "cancelled";
				startsAt: string;
				durationMinutes: number;
				timeZone: string;
				hosts: { id: string; name: string }[];
				place: string;
				url: string;
				title: string;
				visitor: { name: string; email: string };
				isConfirmed: boolean;
				videoUrl: string | null;
			};
		};
	};
	/** List the times to which a call can be moved; none if it can no longer be changed. */
	listCallTimes: { input: { path: { reference: string } }; result: { data: string[] } };
	/** List the types of calls that can be booked. */
	listCallTypes: {
		input: {};
		result: { data: { type: string; title: string; durationMinutes: number; topics: string[] }[] };
	};
	/** List the times at which a new call of a type can start. */
	listFreeTimes: { input: { path: { type: string } }; result: { data: string[] } };
	/** List booked interviews, earliest first. */
	listInterviews: {
		input: { query: { from: string; until: string } };
		result: {
			data: {
				reference: string;
				state: "booked" | "cancelled";
				startsAt: string;
				durationMinutes: number;
				timeZone: string;
				hosts: { id: string; name: string }[];
				place: string;
				url: string;
				application: string;
				applicant: string;
				job: string;
				outcome: "held" | "no-show" | null;
			}[];
		};
	};
	/** List all jobs, newest first. */
	listJobs: {
		input: { query?: { state?: "draft" | "open" | "lapsed" | "closed" | undefined } };
		result: {
			data: {
				id: string;
				title: string;
				state: "draft" | "open" | "lapsed" | "closed";
				summary: string;
				location: string;
				workplace: "On-site" | "Hybrid" | "Remote";
				department: string;
				team: string;
				type: "Full-time" | "Part-time" | "Contract" | "Internship";
				keywords: string[];
				benefits: string[];
				postedOn: string | null;
				closesOn: string | null;
				pay: { currency: string; from: number; to: number; per: "hour" | "month" | "year"; isPublic: boolean } | null;
			}[];
		};
	};
	/** Get one job. */
	getJob: {
		input: { path: { id: string } };
		result: {
			data: {
				id: string;
				title: string;
				state: "draft" | "open" | "lapsed" | "closed";
				summary: string;
				location: string;
				workplace: "On-site" | "Hybrid" | "Remote";
				department: string;
				team: string;
				type: "Full-time" | "Part-time" | "Contract" | "Internship";
				keywords: string[];
				benefits: string[];
				postedOn: string | null;
				closesOn: string | null;
				pay: { currency: string; from: number; to: number; per: "hour" | "month" | "year"; isPublic: boolean } | null;
				description: string;
				openings: number | null;
			};
		};
	};
	/** List the published documents of the site. */
	listDocuments: { input: {}; result: { data: { path: string; kind: string; slug: string }[] } };
	/** Get the text of a published document. */
	getDocument: {
		input: { path: { path: string } };
		result: { data: { path: string; kind: string; slug: string; text: string } };
	};
};

const routes: Readonly<Record<keyof Operations, readonly [method: string, path: string]>> = {
	listEnquiries: ["GET", "/api/v1/enquiries"],
	addEnquiry: ["POST", "/api/v1/enquiries"],
	getEnquiry: ["GET", "/api/v1/enquiries/{reference}"],
	changeEnquiry: ["PATCH", "/api/v1/enquiries/{reference}"],
	addEnquiryNote: ["POST", "/api/v1/enquiries/{reference}/notes"],
	listBookings: ["GET", "/api/v1/bookings"],
	getBooking: ["GET", "/api/v1/bookings/{reference}"],
	changeBooking: ["PATCH", "/api/v1/bookings/{reference}"],
	addBookingNote: ["POST", "/api/v1/bookings/{reference}/notes"],
	listApplications: ["GET", "/api/v1/applications"],
	addApplication: ["POST", "/api/v1/applications"],
	getApplication: ["GET", "/api/v1/applications/{reference}"],
	changeApplication: ["PATCH", "/api/v1/applications/{reference}"],
	addApplicationNote: ["POST", "/api/v1/applications/{reference}/notes"],
	listEnquiryMessages: ["GET", "/api/v1/enquiries/{reference}/messages"],
	listBookingMessages: ["GET", "/api/v1/bookings/{reference}/messages"],
	listApplicationMessages: ["GET", "/api/v1/applications/{reference}/messages"],
	listPeople: ["GET", "/api/v1/people"],
	getPerson: ["GET", "/api/v1/people/{reference}"],
	listCalls: ["GET", "/api/v1/calls"],
	bookCall: ["POST", "/api/v1/calls"],
	getCall: ["GET", "/api/v1/calls/{reference}"],
	changeCall: ["PATCH", "/api/v1/calls/{reference}"],
	listCallTimes: ["GET", "/api/v1/calls/{reference}/times"],
	listCallTypes: ["GET", "/api/v1/call-types"],
	listFreeTimes: ["GET", "/api/v1/call-types/{type}/times"],
	listInterviews: ["GET", "/api/v1/interviews"],
	listJobs: ["GET", "/api/v1/jobs"],
	getJob: ["GET", "/api/v1/jobs/{id}"],
	listDocuments: ["GET", "/api/v1/documents"],
	getDocument: ["GET", "/api/v1/documents/{path}"],
};

/** A response of the API with a status of 400 or more. */
export class ApiError extends Error {
	readonly status: number;
	readonly errors: { field: string; message: string }[];
	/** Seconds to wait before another attempt, where the API says so. */
	readonly retryAfter: number | undefined;

	constructor(
		status: number,
		problem: { message?: string; errors?: { field: string; message: string }[] },
		retryAfter?: string | null,
	) {
		super(problem.message ?? `The API responded with ${status}`);
		this.name = "ApiError";
		this.status = status;
		this.errors = problem.errors ?? [];
		this.retryAfter = retryAfter ? Number(retryAfter) : undefined;
	}
}

/** The body of a response with its ETag, for If-Match and If-None-Match; body is undefined when nothing has changed (304). */
export type ApiResponse<Body> = { status: number; etag: string | undefined; body: Body };

/**
 * Creates a client of the API.
 *
 * @param url address of the desk, such as https://desk.company.com
 * @param token from Settings, API tokens
 * @returns a function that performs an operation; it throws ApiError for a refusal
 */
export function createApiClient({ url, token }: { url: string; token: string }) {
	return async function perform<Name extends keyof Operations>(
		name: Name,
		...[input]: Record<string, never> extends Operations[Name]["input"]
			? [input?: Operations[Name]["input"]]
			: [input: Operations[Name]["input"]]
	): Promise<ApiResponse<Operations[Name]["result"]>> {
		const { path = {}, query = {}, headers = {}, body } = (input ?? {}) as Input;
		const [method, pattern] = routes[name];
		const address = new URL(
			url.replace(/\/$/, "") + pattern.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(path[key] ?? "")),
		);
		for (const [key, value] of Object.entries(query))
			if (value !== undefined) address.searchParams.set(key, String(value));
		const response = await fetch(address, {
			method,
			headers: {
				...headers,
				authorization: `Bearer ${token}`,
				...(body !== undefined && { "content-type": "application/json" }),
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		const json: unknown = text === "" ? undefined : JSON.parse(text);
		if (response.status >= 400)
			throw new ApiError(response.status, (json ?? {}) as object, response.headers.get("retry-after"));
		return {
			status: response.status,
			etag: response.headers.get("etag") ?? undefined,
			body: json as Operations[Name]["result"],
		};
	};
}

type Input = {
	path?: Record<string, string>;
	query?: Record<string, string | number | undefined>;
	headers?: Record<string, string>;
	body?: unknown;
};
