import type { App } from './access/app.ts'
import type { Member } from './access/member.ts'
import type { Account } from './business/account.ts'
import type { Business } from './business/business.ts'
import type { PhoneNumber } from './business/phone-number.ts'
import { someId } from './ids.ts'
import type { MediaFile } from './media/media-file.ts'
import type { UploadSession } from './media/upload-session.ts'
import type { InstagramAccount } from './pages/instagram-account.ts'
import type { Page } from './pages/page.ts'
import type { PageFriend } from './pages/page-friend.ts'
import { sameNumber } from './people/brazil.ts'
import type { Person } from './people/person.ts'
import type { Template } from './templates/template.ts'

/** Everything that has an id of its own in the Graph API. */
export type Node =
  | App
  | Business
  | Account
  | PhoneNumber
  | Template
  | MediaFile
  | UploadSession
  | Page
  | InstagramAccount
  | PageFriend
  | Member

/** A file that anybody may fetch who knows its address, as those of messages at pages. */
export interface LaidFile {
  bytes: Buffer
  mimeType: string
  /** The last part of its address. Absent: the address has none. */
  name?: string
}

/** Finds things by their ids, and people by their numbers. */
export class Directory {
  readonly #nodes = new Map<string, Node>()
  readonly people: Person[] = []
  readonly #laid = new Map<string, LaidFile>()

  add<T extends Node>(node: T): T {
    if (this.#nodes.has(node.id)) throw new Error(`the id ${node.id} is taken`)
    this.#nodes.set(node.id, node)
    return node
  }

  /** The answer is the path where the file is found. */
  layDown(file: LaidFile): string {
    const id = someId()
    this.#laid.set(id, file)
    return ['/attachment', id, ...(file.name === undefined ? [] : [encodeURIComponent(file.name)])].join('/')
  }

  laidDown(id: string): LaidFile | undefined {
    return this.#laid.get(id)
  }

  remove(id: string): void {
    this.#nodes.delete(id)
  }

  find(id: string): Node | undefined {
    return this.#nodes.get(id)
  }

  all<Kind extends Node['kind']>(kind: Kind): Extract<Node, { kind: Kind }>[] {
    return [...this.#nodes.values()].filter((node): node is Extract<Node, { kind: Kind }> => node.kind === kind)
  }

  personByNumber(number: string): Person | undefined {
    return this.people.find((one) => one.number !== undefined && sameNumber(one.number, number))
  }

  personByUserId(business: Business, userId: string): Person | undefined {
    return this.people.find((one) => business.knows(one, userId))
  }
}
