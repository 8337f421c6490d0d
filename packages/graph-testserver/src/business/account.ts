import type { App } from '../access/app.ts'
import { someId } from '../ids.ts'
import type { Template } from '../templates/template.ts'
import { tellAccount } from '../webhooks/tell.ts'
import type { World } from '../world.ts'
import type { Business } from './business.ts'
import { PhoneNumber, type PhoneNumberOptions } from './phone-number.ts'

export interface AccountOptions {
  id?: string
}

export interface Override {
  url: string
  verifyToken: string
}

/** A WhatsApp Business Account: numbers and templates. */
export class Account {
  readonly kind = 'account'
  readonly id: string
  readonly name: string
  readonly business: Business
  readonly numbers: PhoneNumber[] = []
  readonly templates: Template[] = []
  /** Names that are locked after all their templates were deleted, with the end of it. */
  readonly lockedNames = new Map<string, Date>()
  readonly subscribedApps = new Map<App, { override?: Override }>()
  /** Without a way to pay, templates are not delivered. */
  canPay = true
  /** New templates are approved at once instead of waiting for the test. */
  approvesAtOnce = false
  #refusal: { code: number; until?: Date } | undefined

  constructor(business: Business, name: string, { id = someId() }: AccountOptions = {}) {
    this.business = business
    this.id = id
    this.name = name
  }

  get world(): World {
    return this.business.world
  }

  /** Every message is refused with this code, such as 131031. */
  get refusedWith(): number | undefined {
    const { code, until } = this.#refusal ?? {}
    return until && until <= this.world.clock.now() ? undefined : code
  }

  set refusedWith(code: number | undefined) {
    this.#refusal = code === undefined ? undefined : { code }
  }

  number(display: string, name = this.name, options: PhoneNumberOptions = {}): PhoneNumber {
    const number = new PhoneNumber(this, display, name, options)
    this.numbers.push(number)
    return this.world.directory.add(number)
  }

  template(name: string, language = 'pt_BR'): Template {
    const found = this.templates.find((one) => one.name === name && one.language === language)
    if (!found) throw new Error(`there is no template ${name} in ${language}`)
    return found
  }

  /** Links an app without a call. */
  link(app: App): this {
    this.subscribedApps.set(app, {})
    return this
  }

  /** Meta closes the account. */
  async ban(): Promise<void> {
    this.refusedWith = 131031
    const waba_ban_date = this.world.clock.now().toISOString().slice(0, 10)
    await this.#update({ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE', waba_ban_date } })
  }

  /** Meta opens it again. */
  async reinstate(): Promise<void> {
    this.refusedWith = undefined
    const waba_ban_date = this.world.clock.now().toISOString().slice(0, 10)
    await this.#update({ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE', waba_ban_date } })
  }

  /** Meta has found a violation, which restricts nothing yet. */
  async warn(violation: string): Promise<void> {
    await this.#update({ event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: violation } })
  }

  /** Meta lets it write to nobody until then. */
  async restrict(until: Date): Promise<void> {
    this.#refusal = { code: 368, until }
    const restriction_info = ['RESTRICTED_BIZ_INITIATED_MESSAGING', 'RESTRICTED_CUSTOMER_INITIATED_MESSAGING'].map(
      (restriction_type) => ({ restriction_type, expiration: unix(until) }),
    )
    await this.#update({ event: 'ACCOUNT_RESTRICTION', restriction_info })
  }

  /** The business removes the app: no token of the app opens the account any more. */
  async uninstall(app: App): Promise<void> {
    const waba_info = { waba_id: this.id, owner_business_id: this.business.id }
    await this.#update({ event: 'PARTNER_APP_UNINSTALLED', waba_info })
    this.subscribedApps.delete(app)
    const opens = (targets: Set<string> | undefined) => targets === undefined || targets.has(this.id)
    this.world.tokens.end(
      'removed',
      (token) => token.app === app && token.business === this.business && opens(token.targets),
    )
  }

  /** Anything else that the account's apps are told. */
  async tell(field: string, value: unknown): Promise<void> {
    await tellAccount(this.world, this, { field, value, time: unix(this.world.clock.now()) })
  }

  #update(value: object): Promise<void> {
    return this.tell('account_update', value)
  }
}

const unix = (moment: Date) => Math.floor(moment.getTime() / 1000)
