/**
 * The number in answers for a contact without a phone number (web chat, groups). Existing clients identify contacts by
 * their number and do not let people choose one without. No real number has 16 digits or begins with 0.
 */
export const standInNumber = (contactId: number): string => `0${String(contactId).padStart(15, '0')}`

/** Stand-ins must not be shown, called or saved. */
export const isStandIn = (number: string): boolean => /^0\d{15}$/.test(number)
