import choices from "virtual:careers-choices";

/** What searches and forms of the careers pages offer, as it stood when the site was built: in the browser's scripts, so that a page needs no call for it. */
export { choices as careersChoices };
