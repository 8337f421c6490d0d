import type { Member } from '../access/member.ts'
import type { Account } from '../business/account.ts'
import type { Business } from '../business/business.ts'
import type { PhoneNumber } from '../business/phone-number.ts'
import { refuse } from '../refusals/refuse.ts'
import type { Choice } from './login-rules.ts'

export interface Signup {
  member: Member
  business: Business
  event: string
  data: object
  /** What the token will open. */
  targets: Set<string>
}

type Finishing = Extract<Choice, { kind: 'finish' | 'finishOnlyAccount' | 'finishPhoneApp' }>

/** Goes through Embedded Signup: an account, and a number unless it ends before. */
export function signUp(member: Member, { kind, account: accountId, number: wanted }: Finishing): Signup {
  const [business] = member.businesses
  if (!business) throw refuse(100, { message: `${member.name} has no business` })
  const account = accountId === undefined ? business.account() : findAccount(member, accountId)
  const base = { member, business: account.business, targets: new Set([account.id, account.business.id]) }
  const ids = { waba_id: account.id, business_id: account.business.id }
  if (kind === 'finishOnlyAccount') return { ...base, event: 'FINISH_ONLY_WABA', data: ids }
  const isOnPhoneApp = kind === 'finishPhoneApp'
  const number = findNumber(account, wanted, isOnPhoneApp)
  const event = isOnPhoneApp ? 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING' : 'FINISH'
  return { ...base, event, data: { phone_number_id: number.id, ...ids } }
}

function findAccount(member: Member, id: string): Account {
  const account = member.businesses.flatMap(({ accounts }) => accounts).find((one) => one.id === id)
  if (!account) throw refuse(100, { message: `${member.name} has no account ${id}` })
  return account
}

/** One that exists, by its id or digits, or a new one, which has to be registered. */
function findNumber(account: Account, wanted: string | undefined, isOnPhoneApp: boolean): PhoneNumber {
  const known = account.numbers.find(({ id, display }) => wanted === undefined || wanted === id || wanted === display)
  if (known) return known
  if (wanted === undefined || !/^\d{10,15}$/.test(wanted))
    throw refuse(100, { message: 'Choose a number, or type the digits of a new one' })
  return account.number(wanted, account.name, { isOnPhoneApp, isRegistered: isOnPhoneApp })
}
