/** A page is written to on Messenger, an account on Instagram. Both are called at the page, with its token. */
export type Network = 'facebook' | 'instagram'
