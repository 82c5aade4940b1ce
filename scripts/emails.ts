import { serveEmails } from "./serve-emails.ts";

/** `npm run emails`: shows every e-mail in a browser; `npm run emails -- 4000` uses another port. */
const { url } = await serveEmails({ port: Number(process.argv[2] ?? 3003) });
console.log(`> Every e-mail with sample data: ${url}`);
