import type { Account } from '../business/account.ts'
import { someId } from '../ids.ts'
import type { WhatsAppMessage } from '../whatsapp/message.ts'
import { tellStatus } from '../whatsapp/statuses.ts'
import type { Component } from './template-rules.ts'

export type TemplateStatus =
  | 'PENDING'
  | 'APPROVED'
  | 'REJECTED'
  | 'PAUSED'
  | 'DISABLED'
  | 'IN_APPEAL'
  | 'LIMIT_EXCEEDED'
  | 'ARCHIVED'

export type Category = 'MARKETING' | 'UTILITY' | 'AUTHENTICATION'
type Quality = 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN'

interface NewTemplate {
  id?: string
  name: string
  language: string
  category: Category
  format: 'named' | 'positional'
  components: Component[]
}

/** How many hours each pause lasts. */
const pauses = { FIRST_PAUSE: 3, SECOND_PAUSE: 6, RATE_LIMITING_PAUSE: undefined } as const

/** A template, and what Meta's review does with it on demand. */
export class Template {
  readonly kind = 'template'
  readonly id: string
  readonly name: string
  readonly language: string
  readonly format: 'named' | 'positional'
  readonly account: Account
  category: Category
  components: Component[]
  status: TemplateStatus = 'PENDING'
  quality: Quality = 'UNKNOWN'
  rejectedReason = 'NONE'
  /** Meta looks at the first messages before it delivers them. */
  isHeld = false
  readonly held: WhatsAppMessage[] = []
  #pauses = 0

  constructor(account: Account, { id = someId(), name, language, category, format, components }: NewTemplate) {
    this.account = account
    this.id = id
    this.name = name
    this.language = language
    this.category = category
    this.format = format
    this.components = components
  }

  async approve(): Promise<void> {
    this.rejectedReason = 'NONE'
    await this.#become('APPROVED', 'APPROVED', { reason: 'NONE' })
  }

  async reject(
    reason:
      | 'ABUSIVE_CONTENT'
      | 'INCORRECT_CATEGORY'
      | 'INVALID_FORMAT'
      | 'PROMOTIONAL'
      | 'SCAM'
      | 'TAG_CONTENT_MISMATCH',
  ): Promise<void> {
    this.rejectedReason = reason
    await this.#become('REJECTED', 'REJECTED', { reason })
  }

  /** Because of its quality for three hours, again for six, or because of its rate until it is unpaused. */
  async pause(title: keyof typeof pauses = 'FIRST_PAUSE'): Promise<void> {
    const { clock } = this.account.world
    const hours = pauses[title]
    const count = ++this.#pauses
    if (hours !== undefined)
      clock.at(new Date(clock.now().getTime() + hours * 3_600_000), async () => {
        if (this.status === 'PAUSED' && this.#pauses === count) await this.unpause()
      })
    const description =
      hours === undefined ? 'Paused because of its rate' : `Paused for ${hours} hours because of its quality`
    await this.#become('PAUSED', 'PAUSED', { reason: 'NONE', other_info: { title, description } })
  }

  async unpause(): Promise<void> {
    await this.#become('APPROVED', 'REINSTATED', {
      reason: 'NONE',
      other_info: { title: 'UNPAUSE', description: 'Unpaused' },
    })
  }

  async disable(): Promise<void> {
    const disable_date = this.account.world.clock.now().toISOString().slice(0, 10)
    await this.#become('DISABLED', 'DISABLED', {
      reason: 'NONE',
      disable_info: { disable_date },
      other_info: { title: 'DISABLED', description: 'Disabled because of its quality' },
    })
  }

  /** Any other event of its status, such as FLAGGED, IN_APPEAL or ARCHIVED. */
  async tellStatus(event: string, status: TemplateStatus = this.status): Promise<void> {
    await this.#become(status, event, { reason: 'NONE' })
  }

  async rate(quality: Quality): Promise<void> {
    const previous = this.quality
    this.quality = quality
    await this.account.tell('message_template_quality_update', {
      previous_quality_score: previous,
      new_quality_score: quality,
      ...this.#named,
    })
  }

  /** Meta finds that it belongs to another category. */
  async recategorise(category: Category): Promise<void> {
    const previous = this.category
    this.category = category
    await this.account.tell('template_category_update', {
      ...this.#named,
      previous_category: previous,
      new_category: category,
      correct_category: category,
    })
  }

  /** Its messages wait until they are released or dropped. */
  hold(): void {
    this.isHeld = true
  }

  async releaseHeld(): Promise<void> {
    this.isHeld = false
    for (const message of this.held.splice(0)) await message.release?.()
  }

  /** The messages that waited fail, and the template is paused. */
  async dropHeld(): Promise<void> {
    this.isHeld = false
    await this.pause()
    for (const message of this.held.splice(0)) {
      const number = this.account.numbers.find((one) => one.messages.get(message.id) === message)
      if (number)
        await tellStatus(number, message, 'failed', {
          code: 132015,
          details: 'The template was paused because of its quality.',
        })
    }
  }

  component<Type extends Component['type']>(type: Type): Extract<Component, { type: Type }> | undefined {
    return this.components.find((one): one is Extract<Component, { type: Type }> => one.type === type)
  }

  get view() {
    const { id, name, language, status, category, components } = this
    return {
      id,
      name,
      language,
      status,
      category,
      components,
      parameter_format: this.format.toUpperCase(),
      quality_score: { score: this.quality },
      rejected_reason: this.rejectedReason,
    }
  }

  get #named() {
    return {
      message_template_id: Number(this.id),
      message_template_name: this.name,
      message_template_language: this.language,
    }
  }

  async #become(status: TemplateStatus, event: string, rest: object): Promise<void> {
    this.status = status
    await this.account.tell('message_template_status_update', {
      event,
      ...this.#named,
      message_template_category: this.category,
      ...rest,
    })
  }
}
