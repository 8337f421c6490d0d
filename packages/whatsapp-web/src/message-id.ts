/** As every client makes them. Where somebody names a message in what they write, they can write anything. */
const plain = /^[\w.:-]{1,128}$/

export const plainId = (id: string | null | undefined): string | undefined => (id && plain.test(id) ? id : undefined)
