/** Webhooks of pages and Instagram accounts as Meta's documentation prints them, with invented values. */

const page = { id: '1045' }
const friend = { id: '2468013579' }
const instagram = { id: '17841400000000000' }
const follower = { id: '5550001' }

export const text = {
  object: 'page',
  entry: [
    {
      id: '1045',
      time: 1763680000123,
      messaging: [
        {
          sender: friend,
          recipient: page,
          timestamp: 1763680000001,
          message: { mid: 'm_AbC', text: 'Olá' },
        },
      ],
    },
  ],
}

export const echoDeliveryRead = {
  object: 'page',
  entry: [
    {
      id: '1045',
      time: 1763680060000,
      messaging: [
        {
          sender: page,
          recipient: friend,
          timestamp: 1763680059000,
          message: { mid: 'm_E', is_echo: true, app_id: 26390203743090, text: 'Pela caixa de entrada' },
        },
        { sender: friend, recipient: page, timestamp: 1763680059500, delivery: { watermark: 1763680059400 } },
        { sender: friend, recipient: page, timestamp: 1763680059900, read: { watermark: 1763680059800 } },
      ],
    },
  ],
}

export const story = {
  object: 'instagram',
  entry: [
    {
      id: '17841400000000000',
      time: 1763680070000,
      messaging: [
        {
          sender: follower,
          recipient: instagram,
          timestamp: 1763680069000,
          message: {
            mid: 'ig_1',
            attachments: [{ type: 'story_mention', payload: { url: 'https://example.com/story.mp4' } }],
          },
        },
        {
          sender: follower,
          recipient: instagram,
          timestamp: 1763680069100,
          message: { mid: 'ig_0', is_deleted: true },
        },
        {
          sender: follower,
          recipient: instagram,
          timestamp: 1763680069200,
          reaction: { mid: 'ig_out', action: 'react', reaction: 'love', emoji: '❤' },
        },
        { sender: follower, recipient: instagram, timestamp: 1763680069300, read: { mid: 'ig_out' } },
      ],
    },
  ],
}
