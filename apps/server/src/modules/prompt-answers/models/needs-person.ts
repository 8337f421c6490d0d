/** The model cannot answer this customer, although it works. The message is for logs only. */
export class NeedsPerson extends Error {}
