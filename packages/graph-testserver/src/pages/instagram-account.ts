import { someId } from '../ids.ts'
import type { Person } from '../people/person.ts'
import type { World } from '../world.ts'
import type { PageFriend } from './page-friend.ts'
import type { PageMessage } from './page-message.ts'
import type { Page } from './page.ts'

export interface InstagramOptions {
  id?: string
  name?: string
}

/** A professional account on Instagram, linked with a page. */
export class InstagramAccount {
  readonly kind = 'instagram'
  readonly id: string
  readonly username: string
  readonly name: string
  readonly page: Page
  /** The switch "Allow access to messages" of the app on the phone. */
  allowsMessages = true
  readonly friends = new Map<Person, PageFriend>()
  readonly messages = new Map<string, PageMessage>()
  /** Every message is refused with this code, such as 368. */
  refusedWith: number | undefined

  constructor(
    page: Page,
    username: string,
    { id = `17841${someId().slice(3)}`, name = page.name }: InstagramOptions = {},
  ) {
    this.page = page
    this.username = username
    this.id = id
    this.name = name
  }

  get world(): World {
    return this.page.world
  }

  get view() {
    const { id, username, name } = this
    return { id, username, name, profile_picture_url: `${this.world.baseUrl()}/picture/${id}` }
  }
}
