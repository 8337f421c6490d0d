import type { PastMessage, PhoneApp } from '../business/phone-app.ts'
import type { GraphServer } from '../graph-server.ts'
import type { Person } from '../people/person.ts'
import type { SentFile } from './talks.ts'

const day = 86_400_000

type Line = [text: string, isFromBusiness?: boolean]

const names = [
  'Nina Duarte',
  'Otto Campos',
  'Vera Antunes',
  'Igor Salles',
  'Alice Brandão',
  'Tomás Freitas',
  'Clara Nunes',
  'Hugo Peixoto',
  'Marta Lemos',
  'Zeca Barros',
  'Iara Fontes',
]

const talks: readonly Line[][] = [
  [['Bom dia! O sofá chega quando?'], ['Quinta de manhã, Nina.', true], ['Perfeito, obrigada!']],
  [['Vocês fazem sob medida?'], ['Fazemos sim. Qual a largura?', true], ['2,40 m']],
  [['A luminária veio sem o parafuso'], ['Mandamos hoje mesmo.', true]],
  [['Aceitam Pix?'], ['Aceitamos, com 5% de desconto.', true], ['Fechado'], ['Anotado!', true]],
]

/** The contacts and the conversations of three months that the phone of the shop has, the last with this customer. */
export function fillPhone(phone: PhoneApp, server: GraphServer, customer: Person, picture: SentFile): void {
  const now = server.clock.now().getTime()
  const people = names.map((name, nth) => server.person(`55119${60_000_000 + nth * 1111}`, name))
  for (const { name, number } of [...people, customer]) if (number !== undefined) phone.contacts.push({ name, number })
  const threads = people.map((person, nth) => ({
    person,
    messages: linesAt(talks[nth % talks.length] ?? [], now - (2 + nth * 8) * day),
  }))
  const photo: PastMessage = {
    isFromBusiness: false,
    type: 'media_placeholder',
    at: new Date(now - 20 * 3_600_000),
    status: 'READ',
    file: { type: 'image', bytes: picture.bytes, mimeType: picture.mimeType, caption: 'É este aqui' },
  }
  const recent = linesAt([['O sofá do catálogo ainda está à venda?'], ['Está sim, Bento!', true]], now - 21 * 3_600_000)
  phone.past.push(
    { phase: 0, order: 1, progress: 30, threads: [{ person: customer, messages: [...recent, photo] }] },
    { phase: 1, order: 1, progress: 60, threads: threads.slice(0, 6) },
    { phase: 1, order: 2, progress: 100, threads: threads.slice(6) },
  )
}

/** A minute from one to the next. */
const linesAt = (lines: readonly Line[], start: number): PastMessage[] =>
  lines.map(([body, isFromBusiness = false], nth) => ({
    isFromBusiness,
    type: 'text',
    content: { body },
    at: new Date(start + nth * 60_000),
    status: 'READ',
  }))

/** What the phone has, in figures. */
export function figuresOf({ contacts, past }: PhoneApp, now: Date) {
  const threads = past.flatMap((chunk) => chunk.threads)
  const messages = threads.flatMap((thread) => thread.messages)
  const first = Math.min(...messages.map(({ at }) => at.getTime()))
  return {
    contacts: contacts.length,
    chats: new Set(threads.map(({ person }) => person)).size,
    messages: messages.length,
    days: Math.ceil((now.getTime() - first) / day),
  }
}
