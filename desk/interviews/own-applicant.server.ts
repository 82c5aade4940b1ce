import { data, type RouterContextProvider } from "react-router";
import { type RecordKind, findKindNamed } from "../../core/records/record-kind.ts";
import { applicationNames } from "../../features/careers/applications/application-names.ts";
import type { OwnApplicant } from "../../features/careers/interviews/desk-interviews.server.ts";
import { beginWork, getKind } from "../work.server.ts";

const ownPath = "/my-interviews/";

/**
 * Finds an applicant whom the member interviews, by the reference of the application or of an interview.
 * @throws a 404 response for everybody else, whether they exist or not
 */
export async function getOwnApplicant(
	context: Readonly<RouterContextProvider>,
	reference: string,
): Promise<OwnApplicant & { kind: RecordKind }> {
	const { deps, signedIn } = beginWork(context);
	const kind = findKindNamed(deps.records.kinds, applicationNames);
	const wanted = reference.toUpperCase();
	const found = (await deps.openInterviews().listOwnApplicants(signedIn.account.id)).find(
		({ application, interviews }) =>
			application.reference === wanted || interviews.some((interview) => interview.reference === wanted),
	);
	if (!kind || !found) throw data(null, { status: 404 });
	return { ...found, kind };
}

/**
 * Finds the kind of record whose file is asked for, below the page of a record or of an interviewer's applicant.
 * @throws a 404 response when the member may not read it
 */
export async function getKindOfFile(
	context: Readonly<RouterContextProvider>,
	{ request, reference }: { request: Request; reference: string },
): Promise<RecordKind> {
	return new URL(request.url).pathname.toLowerCase().startsWith(ownPath)
		? (await getOwnApplicant(context, reference)).kind
		: getKind(beginWork(context).kinds, request);
}
