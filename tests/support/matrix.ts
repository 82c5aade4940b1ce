/** Whether each page is looked at in every width and colour scheme. `npm test` looks once, and says so by this setting. */
export const isMatrix = process.env["ONE_LOOK"] === undefined;
