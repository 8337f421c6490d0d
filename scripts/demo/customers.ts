import type { Contact, Phone } from '@guiche/wa-testserver'

export type Written =
  | { kind: 'text'; text: string }
  | { kind: 'image' | 'voice' | 'document'; base64: string; mimetype: string; fileName: string; text: string }

/** A message that a customer wrote on the page. The test server's phones do not keep enough of it to show it. */
interface Own {
  id: string
  kind: string
  text: string
  at: Date
  file: { mimetype: string; data: Buffer } | undefined
}

/** The customers' phones: what they write to one company, and what they see. */
export class Customers {
  readonly #company: Phone
  readonly #own: Map<Contact, Own[]>

  constructor(company: Phone, contacts: readonly Contact[]) {
    this.#company = company
    this.#own = new Map(contacts.map((contact) => [contact, []]))
  }

  async write(number: string, written: Written): Promise<void> {
    const customer = this.#of(number)
    const chat = customer.chat(this.#company)
    const { kind, text } = written
    if (written.kind === 'text') {
      const { id } = await chat.text(text)
      return this.#note(customer, { id, kind, text, at: new Date(), file: undefined })
    }
    const { base64, mimetype, fileName } = written
    const data = Buffer.from(base64, 'base64')
    const { id } = await chat[written.kind](data, { mimetype, fileName, ...(text !== '' && { caption: text }) })
    this.#note(customer, { id, kind, text, at: new Date(), file: { mimetype, data } })
  }

  read(number: string): Promise<void> {
    return this.#of(number).read()
  }

  shown() {
    return [...this.#own.keys()].map((customer) => ({
      number: customer.number,
      name: customer.name,
      messages: [...this.#writtenBy(customer), ...gotBy(customer)].toSorted((one, other) => +one.at - +other.at),
    }))
  }

  file(number: string, id: string): { mimetype: string; data: Buffer } | undefined {
    const customer = this.#of(number)
    const got = customer.inbox.find((message) => message.id === id)
    if (got?.file) return { mimetype: got.media?.mimetype ?? 'application/octet-stream', data: got.file }
    return this.#own.get(customer)?.find((message) => message.id === id)?.file
  }

  #note(customer: Contact, own: Own): void {
    this.#own.get(customer)?.push(own)
  }

  #writtenBy(customer: Contact) {
    return (this.#own.get(customer) ?? []).map(({ file, ...message }) => ({
      ...message,
      isOwn: true,
      progress: customer.sent.get(message.id)?.progress ?? 'sent',
      mimetype: file?.mimetype ?? null,
      note: '',
    }))
  }

  #of(number: string): Contact {
    const customer = [...this.#own.keys()].find((one) => one.number === number)
    if (!customer) throw new Error(`there is no customer ${number}`)
    return customer
  }
}

function gotBy(customer: Contact) {
  return customer.inbox.map(({ id, kind, text, at, media, isDeleted, isEdited }) => ({
    id,
    kind,
    text: isDeleted ? '' : (text ?? ''),
    at,
    isOwn: false,
    progress: null,
    mimetype: isDeleted ? null : (media?.mimetype ?? null),
    note: isDeleted ? 'apagada' : isEdited ? 'editada' : '',
  }))
}
