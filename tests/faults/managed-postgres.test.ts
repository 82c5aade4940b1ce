import { connect, createServer, type AddressInfo } from "node:net";
import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../platform/database/database.ts";
import { StorageUnavailableError } from "../../platform/database/storage-errors.ts";
import { createLog } from "../../platform/log.ts";
import { PlainError } from "../../platform/plain-error.ts";
import { migrations } from "../../server/migrations.ts";
import { createEmptyDatabaseConfig, withoutPatience } from "../support/databases.ts";
import { eventually } from "../support/eventually.ts";

type Limited = { url: string; dataDirectory: string; administer(statement: string): Promise<void> };

/** Creates an empty database and a role of its own for it, as managed services do. */
async function createLimitedRole(name: string): Promise<Limited> {
	const { databaseUrl = "", dataDirectory } = withoutPatience(await createEmptyDatabaseConfig("postgres"));
	const role = `${name}_${new URL(databaseUrl).pathname.slice(1)}`.slice(0, 60);
	async function administer(statement: string): Promise<void> {
		const client = new pg.Client({ connectionString: databaseUrl });
		await client.connect();
		await client.query(statement.replaceAll("ROLE", `"${role}"`)).finally(() => client.end());
	}
	await administer("create role ROLE login password 'secret'");
	onTestFinished(() => administer("drop owned by ROLE; drop role ROLE"));
	const url = new URL(databaseUrl);
	[url.username, url.password] = [role, "secret"];
	return { url: url.href, dataDirectory, administer };
}

async function open({ url, dataDirectory }: Pick<Limited, "url" | "dataDirectory">) {
	const log = createLog({ logLevel: "silent" });
	const database = await openDatabase({ dataDirectory, databaseUrl: url }, { migrations, log });
	onTestFinished(() => database.close());
	return database;
}

test("a role that may not create tables is told so at the start, with what to grant, and can start then", async () => {
	const limited = await createLimitedRole("reader");
	await limited.administer("revoke create on schema public from public");
	await expect(open(limited)).rejects.toThrow(PlainError);
	await expect(open(limited)).rejects.toThrow(
		/may not create or change tables .*grant create, usage on schema public/s,
	);
	await limited.administer("grant create, usage on schema public to ROLE");
	expect((await open(limited)).kind).toBe("postgres");
});

test("a limit of connections is told at the start, and later means that nothing can be stored now", async () => {
	const limited = await createLimitedRole("few");
	await limited.administer("grant create, usage on schema public to ROLE; alter role ROLE connection limit 1");
	const other = new pg.Client({ connectionString: limited.url });
	await other.connect();
	await expect(open(limited)).rejects.toThrow(/takes no more connections/);
	await other.end();
	await limited.administer("alter role ROLE connection limit 2");
	// The server counts an ended connection until its process is gone.
	const database = await eventually(() => open(limited));
	const third = await eventually(async () => {
		const client = new pg.Client({ connectionString: limited.url });
		await client.connect();
		return client;
	});
	await database.db.transaction().execute(async () => {
		// One connection is the transaction's, the other is taken: a third is refused.
		const write = database.write((transaction) => transaction.selectFrom("installation").selectAll().execute());
		await expect(write).rejects.toThrow(StorageUnavailableError);
	});
	await third.end();
	await expect(database.write((one) => one.selectFrom("installation").selectAll().execute())).resolves.toBeDefined();
});

test("limits of the role end no migration, and the server's own limits replace them", async () => {
	const limited = await createLimitedRole("hasty");
	await limited.administer(
		"grant create, usage on schema public to ROLE; alter role ROLE set statement_timeout = 900; alter role ROLE set idle_in_transaction_session_timeout = 900",
	);
	const database = await open(limited);
	const { rows } = await database.write((transaction) => {
		return sql<{ statementTimeout: string }>`show statement_timeout`.execute(transaction);
	});
	expect(rows).toEqual([{ statementTimeout: "5s" }]);
});

/** Stands before PostgreSQL like PgBouncer, which refuses start-up parameters that it does not know. */
async function startPooler(databaseUrl: string): Promise<string> {
	const url = new URL(databaseUrl);
	const { hostname, port } = url;
	const server = createServer((client) => {
		client.once("data", (startup) => {
			if (!startup.includes("statement_timeout")) {
				const upstream = connect(Number(port), hostname, () => upstream.write(startup));
				upstream
					.on("error", () => client.destroy())
					.pipe(client)
					.on("error", () => upstream.destroy());
				client.pipe(upstream);
				return;
			}
			const fields = "SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0";
			const length = Buffer.alloc(4);
			length.writeInt32BE(fields.length + 4);
			client.end(Buffer.concat([Buffer.from("E"), length, Buffer.from(fields)]));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => void server.close());
	url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
	return url.href;
}

test("a pooler that refuses start-up parameters is named at the start, with its setting", async () => {
	const { databaseUrl = "", dataDirectory } = withoutPatience(await createEmptyDatabaseConfig("postgres"));
	await expect(open({ url: await startPooler(databaseUrl), dataDirectory })).rejects.toThrow(
		/pooler .*statement_timeout.*ignore_startup_parameters/s,
	);
});
