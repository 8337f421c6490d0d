/**
 * What a contact without a telephone (of the web chat, a group) has for a number on the wire: clients of the family let
 * nobody choose a contact without one, and tell contacts apart by it. No telephone has 16 digits or begins with 0.
 */
export const standInNumber = (contactId: number): string => `0${String(contactId).padStart(15, '0')}`

/** Not to be shown, called or saved. */
export const isStandIn = (number: string): boolean => /^0\d{15}$/.test(number)
