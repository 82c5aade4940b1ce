import fc from "fast-check";
import { fileMessage } from "../../core/conversations/incoming/file-message.server.ts";
import { writeReplyAddress } from "../../core/conversations/incoming/reply-address.ts";
import { createOutbox } from "../../platform/email/outbox.ts";
import { toMessage, type OutgoingEmail } from "../../platform/email/transport.ts";
import { createLog } from "../../platform/log.ts";
import { openMail, secret } from "./incoming-mail.ts";
import { meera } from "./records.ts";
import { createTestRenderers } from "./rendered-emails.ts";
import { testCompany } from "./test-server.ts";

type Mail = Awaited<ReturnType<typeof openMail>>;

/** Messages that should be in one record. */
type Conversation = {
	reference: string | undefined;
	/** Message-IDs of the company's e-mails, and the id that they share. */
	companyIds: Set<string>;
	/** Message-IDs that its messages have or name. */
	namedIds: Set<string>;
	people: Set<string>;
};

/** A message that somebody wrote to the mailbox. */
type Written = {
	/** Its text, which no other message has. */
	text: string;
	/** As the mailbox sees it. */
	id: string;
	conversation: Conversation;
	parent: Written | undefined;
	writer: string;
	/** Everybody named in it but the mailbox. */
	people: string[];
	/** Nearest first. */
	ancestors: string[];
	mailbox: string;
	headers: Record<string, string>;
	quoted: string;
};

/** A message in somebody's mail program. */
type Copy = {
	holder: string;
	id: string;
	references: string[];
	of: Written | { conversation: Conversation };
	people: string[];
	/** Where a reply goes. */
	mailbox: string;
};

const styles = ["full", "full", "full", "ends", "parent", "references", "nothing"] as const;

const stepOf = fc.record({
	act: fc.constantFrom("write", "write", "reply", "reply", "reply", "reply", "answer", "answer", "forward", "move"),
	who: fc.nat(99),
	which: fc.nat(99),
	other: fc.nat(99),
	style: fc.constantFrom(...styles),
	/** A relay gives the message another Message-ID on its way. */
	isRewritten: fc.boolean(),
	/** Its server knows addresses with "+". */
	isSigned: fc.boolean(),
	arrives: fc.constantFrom("once", "once", "once", "twice", "late"),
	subject: fc.constantFrom("A question", "Re: A question", "Fwd: A question", "AW: Prices", "", "Our other project"),
	isQuoting: fc.boolean(),
});
type Step = typeof stepOf extends fc.Arbitrary<infer One> ? One : never;

/** Domain of the company's Message-IDs. */
const domain = "narangi.example";
const mailboxAddress = `sales@${domain}`;

/**
 * Opens a mailbox and returns a property of it: people and members write, reply, forward and copy one another in any order, with mail programs
 * that name all, some or none of the messages before, and relays that replace Message-IDs; members move messages. Every message is
 * then in the record of the conversation that it continues as docs/decisions/0280-messages-taken-once.md says, once.
 */
export async function openThreadProperty(kind: Parameters<typeof openMail>[0]) {
	const mail = await openMail(kind);
	let count = 0;
	return fc.asyncProperty(
		fc.array(stepOf, { minLength: 3, maxLength: 24, size: "max" }),
		fc.boolean(),
		(steps, hasLate) => writeLetters(mail, steps, { hasLate, nextNumber: () => ++count }),
	);
}

async function writeLetters(
	{ receive, records, database, clock, files, kinds, addMember }: Mail,
	steps: readonly Step[],
	{ hasLate, nextNumber }: { hasLate: boolean; nextNumber(): number },
): Promise<void> {
	const run = nextNumber();
	await addMember(`Noor${run} Khan`, "sales");
	const member = `noor${run}@${domain}`;
	const people = ["asha", "vikram", "lena"].map((name) => `${name}${run}@visitor.example`).concat(member);
	const conversations: Conversation[] = [];
	const copies: Copy[] = [];
	const stored = new Map<Written, Conversation>();
	const late: Written[] = [];
	const sent: OutgoingEmail[] = [];
	const outbox = createOutbox({
		database,
		clock,
		log: createLog({ logLevel: "silent" }),
		transport: { send: async (email) => void sent.push(email), close() {} },
		getRenderers: () => createTestRenderers(testCompany, files),
	});
	const begin = (): Conversation => {
		const begun = {
			reference: undefined,
			companyIds: new Set<string>(),
			namedIds: new Set<string>(),
			people: new Set<string>(),
		};
		conversations.push(begun);
		return begun;
	};

	/** The conversations that a message may continue, by what it names; several if nobody could tell. */
	function findContinued({ ancestors, writer, mailbox, id }: Written): Conversation[] {
		const known = (one: string) => {
			const ours = conversations.filter(({ companyIds }) => companyIds.has(one));
			if (ours.length > 0) return ours;
			const named = conversations.filter((of) => of.namedIds.has(one) && of.people.has(writer));
			const filed = named.filter((of) => [...stored].some(([message, where]) => message.id === one && where === of));
			return filed.length > 0 ? filed : named;
		};
		const signed = conversations.filter(
			({ reference }) => reference !== undefined && mailbox === writeReplyAddress(mailboxAddress, reference, secret),
		);
		return [...ancestors.map(known), signed, known(id)].find((found) => found.length > 0) ?? [];
	}

	async function deliver(message: Written, times: number): Promise<void> {
		const wanted = message.parent?.conversation ?? message.conversation;
		const continued = findContinued(message);
		const taken: (string | undefined)[] = [];
		for (let time = 0; time < times; time++)
			taken.push(
				await receive({ ...message.headers, Received: `by mx${time}.${domain}` }, message.text + message.quoted),
			);
		const [reference] = taken;
		const found = conversations.find((one) => one.reference === reference && reference !== undefined);
		if (taken.slice(1).some((again) => again !== "known")) throw new Error(`${message.text} was stored twice`);
		if (continued.length === 0) {
			if (found) throw new Error(`${message.text} continues nothing and came into ${reference}`);
			message.conversation = wanted.reference === undefined ? wanted : begin();
			message.conversation.reference = reference;
		} else {
			if (!found || !continued.includes(found))
				throw new Error(
					`${message.text} came into ${reference} instead of ${continued.map((one) => one.reference).join(" or ")}`,
				);
			message.conversation = found;
		}
		const { conversation } = message;
		for (const id of [message.id, ...message.ancestors]) conversation.namedIds.add(id);
		for (const person of message.people) conversation.people.add(person);
		stored.set(message, conversation);
		await collectSent();
	}

	/** Hands what the company sent to its recipients. */
	async function collectSent(isRewritten = false): Promise<void> {
		clock.advance({ seconds: 11 });
		await outbox.runOnce();
		for (const email of sent.splice(0)) {
			const conversation = conversations.find(({ reference }) => reference === email.reference);
			if (!conversation || !people.includes(email.recipient)) continue;
			const { headers } = toMessage(email, { name: "Narangi", address: `hello@${domain}` });
			const references = readIds(String((headers as Record<string, string>).References));
			const id = email.messageId.slice(1, -1);
			for (const one of [id, `${email.reference}@${domain}`]) conversation.companyIds.add(one);
			copies.push({
				holder: email.recipient,
				id: isRewritten ? `relayed-${nextNumber()}@relay.example` : id,
				references,
				of: { conversation },
				people: [email.addressed?.to ?? email.recipient, ...(email.addressed?.cc ?? [])],
				mailbox: writeReplyAddress(mailboxAddress, email.reference, secret),
			});
		}
	}

	async function write(step: Step, copy: Copy | undefined): Promise<void> {
		const writer = copy?.holder ?? (people[step.who % people.length] as string);
		const number = nextNumber();
		const ownId = `m${number}@visitor.example`;
		const id = step.isRewritten ? `r${number}@relay.example` : ownId;
		const style = hasLate && step.style !== "nothing" ? "full" : step.style;
		const chain = copy ? [...copy.references, copy.id] : [];
		const references = {
			full: chain,
			references: chain,
			ends: [...new Set([...chain.slice(0, 1), ...chain.slice(-1)])],
			parent: [],
			nothing: [],
		}[style];
		const inReplyTo = copy && style !== "nothing" && style !== "references" ? [copy.id] : [];
		const cc = people[step.other % people.length] as string;
		const named = [...new Set([writer, ...(copy?.people ?? []), ...(step.isQuoting ? [cc] : [])])];
		const mailbox = copy && step.isSigned ? copy.mailbox : mailboxAddress;
		const parent = copy && "text" in copy.of ? copy.of : undefined;
		const message: Written = {
			text: `Letter ${number}.`,
			id,
			conversation: copy ? copy.of.conversation : begin(),
			parent,
			writer,
			people: named,
			ancestors: [...new Set([...inReplyTo, ...references.toReversed()])],
			mailbox,
			headers: {
				From: `Somebody <${writer}>`,
				To: mailbox,
				...(named.length > 1 && { Cc: named.filter((one) => one !== writer).join(", ") }),
				Subject: step.subject,
				"Message-ID": `<${id}>`,
				...(inReplyTo.length > 0 && { "In-Reply-To": `<${inReplyTo[0]}>` }),
				...(references.length > 0 && { References: references.map((one) => `<${one}>`).join(" ") }),
				...(writer === member && { "Authentication-Results": `mx.${domain}; dmarc=pass header.from=${domain}` }),
			},
			quoted: step.isQuoting
				? `\r\n\r\nOn Mon, 23 Nov 2026 at 11:30, Somebody wrote:\r\n> Letter ${step.which}, about ${conversations[step.other % conversations.length]?.reference}\r\n`
				: "",
		};
		for (const holder of named)
			copies.push({
				holder,
				id: holder === writer ? ownId : id,
				references,
				of: message,
				people: named,
				mailbox,
			});
		if (hasLate && step.arrives === "late") late.push(message);
		else await deliver(message, step.arrives === "twice" ? 2 : 1);
	}

	for (const step of steps) {
		const copy = copies[step.which % Math.max(1, copies.length)];
		const open = conversations.filter(({ reference }) => reference !== undefined);
		const conversation = open[step.which % Math.max(1, open.length)];
		if (step.act === "write") await write(step, undefined);
		else if (step.act === "reply" && copy) await write(step, copy);
		else if (step.act === "forward" && copy) {
			// To somebody else, who then writes.
			const holder = people[step.other % people.length] as string;
			copies.push({
				...copy,
				holder,
				id: `f${nextNumber()}@visitor.example`,
				references: step.style === "nothing" ? [] : [...copy.references, copy.id],
				people: [copy.holder, holder],
			});
		} else if (step.act === "answer" && conversation?.reference !== undefined) {
			const cc = step.isQuoting ? await records.replies.listOthers(conversation.reference) : "";
			const reply = { subject: step.subject || "Hello", text: `Answer ${nextNumber()}`, cc, by: meera };
			const result = await records.replies.send(conversation.reference, reply);
			if (!result.ok) throw new Error(`The reply is refused: ${JSON.stringify(result)}`);
			await collectSent(step.isRewritten);
		} else if (step.act === "move" && open.length > 1) {
			const [message, from] = [...stored][step.which % stored.size] as [Written, Conversation];
			const to = open[step.other % open.length] as Conversation;
			if (to === from || from.reference === undefined || to.reference === undefined) continue;
			await moveMessage(message, { from: from.reference, to: to.reference });
			message.conversation = to;
			stored.set(message, to);
			from.namedIds.delete(message.id);
			to.namedIds.add(message.id);
			for (const person of message.people) to.people.add(person);
			from.people = new Set([...stored].filter(([, where]) => where === from).flatMap(([one]) => one.people));
			from.people.add((await records.find(from.reference))?.senderEmail ?? "");
		}
	}
	for (const message of late.toReversed()) await deliver(message, 1);
	const rows = await database.db.selectFrom("incomingMessages").select(["text", "reference"]).execute();
	for (const [message, { reference }] of stored) {
		const found = rows.filter(({ text }) => text.trim() === message.text);
		if (found.length !== 1 || found[0]?.reference !== reference)
			throw new Error(`${message.text} is in ${found.map((one) => one.reference).join(", ")} instead of ${reference}`);
	}

	async function moveMessage(message: Written, { from, to }: { from: string; to: string }): Promise<void> {
		await database.write(async (transaction) => {
			const { id } = await transaction
				.selectFrom("incomingMessages")
				.select("id")
				.where("messageId", "=", message.id)
				.executeTakeFirstOrThrow();
			await fileMessage(transaction, { id, from, to, by: meera.id }, kinds, clock.now());
		});
	}
}

function readIds(header: string): string[] {
	return [...header.matchAll(/<([^<>\s]+)>/g)].map(([, id = ""]) => id);
}
