import { isStandIn } from '@guiche/contract'

type PhoneText = { text: string } | { problem: 'ui.phone.missing' | 'ui.phone.invalid' }

/**
 * Formats a number with country code for display (docs/requirements/workspace.md, section 5). A number that the server
 * has masked is shown as it is.
 */
export function phoneText(number: string | null | undefined): PhoneText {
  const trimmed = number?.trim() ?? ''
  if (!hasPhone(trimmed)) return { problem: 'ui.phone.missing' }
  if (/[*•]/.test(trimmed)) return { text: trimmed }

  const digits = trimmed.replace(/\D/g, '')
  if (digits.length < 10 || digits.length > 15) return { problem: 'ui.phone.invalid' }
  return { text: `+${grouped(digits)}` }
}

/** A contact without a phone has an empty number or a placeholder. */
export const hasPhone = (number: string): boolean => number !== '' && !isStandIn(number)

/**
 * Groups the digits as usual in Brazil and North America. All others are grouped alike, because the length of their
 * country code is unknown.
 */
function grouped(digits: string): string {
  const brazil = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits)
  if (brazil) return `55 ${brazil[1]} ${brazil[2]}-${brazil[3]}`
  const northAmerica = /^1(\d{3})(\d{3})(\d{4})$/.exec(digits)
  if (northAmerica) return `1 ${northAmerica[1]} ${northAmerica[2]}-${northAmerica[3]}`
  return digits.replace(/^(\d{2})(\d{3})(\d{3})(\d+)$/, '$1 $2 $3 $4')
}
