import { describe, expect, test } from 'vitest'
import { healthOf } from './health.ts'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const ago = (minutes: number) => now - minutes * 60_000
const count = (marks: string[], mark: string) => marks.filter((one) => one === mark).length

describe('the last 24 hours of a connection', () => {
  test('are unknown if no phone was ever linked, regardless of attempts', () => {
    const { marks, share } = healthOf(
      [
        { kind: 'opening', at: ago(60) },
        { kind: 'qrcode', at: ago(59) },
        { kind: 'ended', at: ago(55) },
      ],
      now,
    )
    expect([count(marks, 'none'), share]).toEqual([48, null])
  })

  test('are complete if it was online before them and never went offline', () => {
    const { marks, share } = healthOf([{ kind: 'connected', at: ago(5000) }], now)
    expect([count(marks, 'up'), share]).toEqual([48, 1])
  })

  test('distinguish short and long outages, and leave out the time before the first link', () => {
    const { marks, share } = healthOf(
      [
        { kind: 'connected', at: ago(600) },
        { kind: 'lost', at: ago(310) },
        { kind: 'lost', at: ago(309) },
        { kind: 'connected', at: ago(305) },
        { kind: 'ended', at: ago(90) },
        { kind: 'opening', at: ago(80) },
        { kind: 'qrcode', at: ago(79) },
        { kind: 'connected', at: ago(30) },
      ],
      now,
    )
    expect(marks).toHaveLength(48)
    expect([count(marks, 'none'), count(marks, 'shaky'), count(marks, 'down'), count(marks, 'up')]).toEqual([
      28, 1, 2, 17,
    ])
    expect(share).toBeCloseTo(1 - 65 / 600, 6)
  })

  test('end when a user unlinks it, which does not count as an outage', () => {
    const { marks, share } = healthOf(
      [
        { kind: 'connected', at: ago(5000) },
        { kind: 'unlinked', at: ago(720) },
      ],
      now,
    )
    expect([count(marks, 'up'), count(marks, 'none'), share]).toEqual([24, 24, 1])
  })
})
