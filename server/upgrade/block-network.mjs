// Loaded before a release that runs on a copy of an installation (node --import): it may listen, and connect to nothing but the copy's
// own database. It holds for every release, whatever its settings are called, and for its threads and child processes. The address of this
// module names what is allowed, and the command's process.
// Plain JavaScript, because releases of any age load it.
import dgram from "node:dgram";
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import { isMainThread } from "node:worker_threads";

const settings = new URL(import.meta.url).searchParams;
/** Addresses such as "127.0.0.1:5432", and paths of Unix sockets. */
const allowed = settings.getAll("allowed");
const allowedHosts = new Set(["localhost", ...allowed.map((address) => address.replace(/:\d+$/, ""))]);
/** An address is looked up to listen on it, which asks nobody. */
const mayLookUp = (hostname) => net.isIP(hostname) !== 0 || allowedHosts.has(hostname);

// A command that is killed leaves no server behind.
if (isMainThread && String(process.ppid) === settings.get("parent")) {
	process.on("disconnect", () => process.exit(1));
	process.channel?.unref();
}

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
	const to = nameTarget(Array.isArray(args[0]) ? args[0] : args);
	if (allowed.includes(to)) return connect.apply(this, args);
	process.nextTick(() => this.destroy(refuse(to)));
	return this;
};

for (const name of ["send", "connect"])
	dgram.Socket.prototype[name] = function () {
		throw refuse("a UDP address");
	};

const { lookup } = dns;
const lookupPromised = dns.promises.lookup;
dns.lookup = (hostname, ...rest) => {
	if (mayLookUp(hostname)) return lookup(hostname, ...rest);
	process.nextTick(() => rest.at(-1)(refuse(hostname)));
};
dns.promises.lookup = async (hostname, ...rest) => {
	if (mayLookUp(hostname)) return lookupPromised(hostname, ...rest);
	throw refuse(hostname);
};
for (const name of Object.keys(dns).filter((key) => /^(?:resolve|reverse|lookupService)/.test(key))) {
	const refuseQuery = (hostname, ...rest) => process.nextTick(() => rest.at(-1)(refuse(hostname)));
	const refusePromised = async (hostname) => {
		throw refuse(hostname);
	};
	dns[name] = refuseQuery;
	dns.promises[name] = refusePromised;
	if (name in dns.Resolver.prototype) dns.Resolver.prototype[name] = refuseQuery;
	if (name in dns.promises.Resolver.prototype) dns.promises.Resolver.prototype[name] = refusePromised;
}
syncBuiltinESMExports();

/** Reads the arguments of connect: options, a path, or port and host. */
function nameTarget([first, second]) {
	if (typeof first === "object" && first !== null) return first.path ?? `${first.host ?? "localhost"}:${first.port}`;
	if (typeof first === "string" && !/^\d+$/.test(first)) return first;
	return `${typeof second === "string" ? second : "localhost"}:${first}`;
}

function refuse(to) {
	return Object.assign(new Error(`Nothing leaves a rehearsal: the connection to ${to} was refused`), {
		code: "ECONNREFUSED",
	});
}
