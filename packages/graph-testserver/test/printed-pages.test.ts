import { describe, expect, test } from 'vitest'
import * as printed from './printed/pages.ts'
import { pageToken, testWorld } from './world.ts'

const at = (milliseconds: number) => new Date(milliseconds)

async function link(world: ReturnType<typeof testWorld>): Promise<void> {
  const token = await pageToken(world)
  const fields = 'messages,message_deliveries,message_reads,message_echoes,message_reactions'
  await world.call('POST', `/1045/subscribed_apps?subscribed_fields=${fields}`, { token })
}

describe('on Messenger', () => {
  const world = testWorld(at(1763680000123))

  test('a text', async () => {
    await link(world)
    await world.server
      .person(undefined, 'Ana')
      .atAs(world.shop.page, '2468013579')
      .text('Olá', { mid: 'm_AbC', at: at(1763680000001) })
    expect(world.receiver.take()).toEqual([printed.text])
  })
})

describe('on Messenger, later', () => {
  const world = testWorld(at(1763680060000))

  test('an echo of the inbox, a delivery by watermark only, and a read', async () => {
    await link(world)
    const chat = world.server.person(undefined, 'Ana').atAs(world.shop.page, '2468013579')
    const { release } = world.server.webhooks.hold()
    await chat.answerFromInbox('Pela caixa de entrada', { mid: 'm_E', at: at(1763680059000) })
    await chat.deliver({ at: at(1763680059500), watermark: at(1763680059400) })
    await chat.read({ at: at(1763680059900), watermark: at(1763680059800) })
    await release({ together: true })
    expect(world.receiver.take()).toEqual([printed.echoDeliveryRead])
  })
})

describe('on Instagram', () => {
  const world = testWorld(at(1763680070000))

  test('a story mention, an unsend, a reaction and a read', async () => {
    await link(world)
    const chat = world.server.person(undefined, 'Ana').atAs(world.shop.instagram, '5550001')
    const { release } = world.server.webhooks.hold()
    await chat.attachment('story_mention', 'https://example.com/story.mp4', { mid: 'ig_1', at: at(1763680069000) })
    await chat.unsend('ig_0', { at: at(1763680069100) })
    await chat.react('ig_out', 'love', '❤', { at: at(1763680069200) })
    await chat.read({ at: at(1763680069300), mid: 'ig_out' })
    await release({ together: true })
    expect(world.receiver.take()).toEqual([printed.story])
  })
})
