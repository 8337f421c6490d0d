import type { SheetField } from '@guiche/contract'
import { texts } from '#texts'

/** Titles of columns, without accents and in small letters, as sheets of other programs have them too. */
const titles: Record<Exclude<SheetField, 'extra' | 'none'>, readonly string[]> = {
  name: [
    'nome',
    'nome completo',
    'name',
    'full name',
    'display name',
    'nombre',
    'ad',
    'ad soyad',
    'contato',
    'cliente',
  ],
  number: [
    'numero',
    'numero de telefone',
    'telefone',
    'celular',
    'whatsapp',
    'fone',
    'number',
    'phone',
    'phone number',
    'phone 1 - value',
    'mobile',
    'telefono',
    'movil',
    'numara',
    'telefon',
    'cep telefonu',
  ],
  email: ['email', 'e-mail', 'e-mail 1 - value', 'mail', 'correo', 'correo electronico', 'e-posta', 'eposta'],
  tags: ['tags', 'tag', 'etiquetas', 'etiqueta', 'etiketler', 'etiket'],
  extras: Object.values(texts).map(({ contactSheet }) => plain(contactSheet.extra)),
}

const fields: readonly (keyof typeof titles)[] = ['name', 'number', 'email', 'tags', 'extras']

/** The field of each column by its title. Each field is used once. */
export function fieldsOf(written: readonly string[]): SheetField[] {
  const taken = new Set<SheetField>()
  return written.map((title) => {
    const field = fields.find((one) => titles[one].includes(plain(title)))
    if (!field || taken.has(field)) return 'none'
    taken.add(field)
    return field
  })
}

/** For sheets without titles: the first column that looks like numbers, and the one beside it as names. */
export function guessedFields(first: readonly string[]): SheetField[] {
  const number = first.findIndex(looksLikeNumber)
  const name = first.findIndex((cell, index) => index !== number && /\p{L}/u.test(cell) && !cell.includes('@'))
  const email = first.findIndex((cell) => /^\S+@\S+$/.test(cell))
  return first.map((_cell, index) =>
    index === number ? 'number' : index === name ? 'name' : index === email ? 'email' : 'none',
  )
}

export const looksLikeNumber = (cell: string): boolean =>
  /^[\d\s().+-]+$/.test(cell) && cell.replace(/\D/g, '').length >= 8

function plain(title: string): string {
  return title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
