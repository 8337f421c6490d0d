import type { Person } from '../people/person.ts'
import type { InstagramAccount } from './instagram-account.ts'
import type { Page } from './page.ts'

/** A person as one page or Instagram account knows them: with an id that no other has. */
export class PageFriend {
  readonly kind = 'friend'
  readonly id: string
  readonly person: Person
  readonly page: Page | InstagramAccount
  /** When they last wrote, tapped or reacted. */
  lastSeenAt: Date | undefined
  /** Every message to them is refused with this code, such as 551. */
  failsWith: number | undefined
  /** What the page did beside writing, such as typing_on. */
  readonly actions: { action: string; message_id?: string; reaction?: string | undefined }[] = []

  constructor(page: Page | InstagramAccount, person: Person, id: string) {
    this.page = page
    this.person = person
    this.id = id
  }
}
