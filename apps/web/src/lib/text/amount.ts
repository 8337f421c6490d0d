import { centsOf, decimalOf, mostCents } from '@guiche/contract'

const grouped = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/
const withPoint = /^(\d+)\.(\d{1,2})$/

/**
 * The decimal text of an amount of money as people in Brazil write it: "99,90", "1.234,56", "R$ 99". A point before one or
 * two last digits is taken for a comma. Undefined: it is no amount.
 */
export function amountOf(written: string): string | undefined {
  const typed = written.replace(/R\$|\s/g, '')
  const [, whole, cents = ''] = grouped.exec(typed) ?? withPoint.exec(typed) ?? []
  if (whole === undefined) return undefined
  const known = centsOf(`${whole.replaceAll('.', '')}.${cents.padEnd(2, '0')}`)
  return known === undefined || known > mostCents ? undefined : decimalOf(known)
}

/** "1234.56" as "1.234,56", for a field. */
export const writtenAmount = (decimal: string): string =>
  new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(Number(decimal))
