declare module "virtual:favicon" {
	/** The site's icon as an address that holds the icon itself. */
	const address: string;
	export default address;
}
