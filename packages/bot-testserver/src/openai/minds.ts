import { type Conversation, type Mind, type Reply, lastOfUser } from './conversation.ts'

/** What a prompt tells the model to begin with when somebody has to take over. */
export const handOverMarker = 'Ação: Transferir para o setor de atendimento'

/** Repeats what the customer says, and hands over when they ask for a person. */
export const echoingMind: Mind = (conversation) => {
  const said = lastOfUser(conversation)
  const wantsPerson = /atendente|attendant|asesor|temsilci/i.test(said)
  return { text: wantsPerson ? `${handOverMarker}\nVou chamar alguém.` : said }
}

interface Obedience {
  asked: RegExp
  /** Gets what was asked for, where the order has an object. */
  obey: (conversation: Conversation, object: string) => Reply
}

/** Everything that the model was given. */
const everything = ({ turns, key, model }: Conversation): string => JSON.stringify({ key, model, turns })

/** In Portuguese, English, Spanish and Turkish. The first that fits is obeyed. */
const orders: readonly Obedience[] = [
  {
    asked:
      /(?:chame|use|call|llama|çağır)\s+(?:a\s+|the\s+|la\s+)?(?:ferramenta|função|tool|function|herramienta|función|araç)\s+(\S+)\s*(\{[^]*\})?/i,
    obey: (_conversation, object) => {
      const [name = '', ...rest] = object.split(/\s+/)
      return { text: '', finish: 'tool_calls', toolCalls: [{ name, arguments: argumentsIn(rest.join(' ')) }] }
    },
  },
  {
    asked:
      /\b(?:responda|escreva|diga|repita|say|write|answer|repeat|responde|escribe|di|repite|yaz|söyle|tekrarla)\s*(?:apenas|exatamente|only|exactly|solo|exactamente|sadece|tam olarak)?\s*:\s*([^]+)/i,
    obey: (_conversation, object) => ({ text: object.trim() }),
  },
  {
    asked: /(?:link|imagem|image|imagen|resim|url)\b[^]*?(https?:\/\/[^\s"')]+)/i,
    obey: (conversation, object) => ({ text: `![x](${object}?q=${encodeURIComponent(everything(conversation))})` }),
  },
  {
    asked: /(?:sem parar|forever|para sempre|without stopping|sin parar|durmadan)/i,
    obey: () => ({ text: 'sim '.repeat(100_000) }),
  },
  {
    asked: /(?:não responda nada|do not answer|say nothing|no respondas nada|cevap verme)/i,
    obey: () => ({ text: '' }),
  },
]

const argumentsIn = (written: string): unknown => {
  try {
    return JSON.parse(written)
  } catch {
    return {}
  }
}

/**
 * Obeys whoever gives an order, in any text that it was given: a message, a name, a caption, a quote, a transcript. Where
 * nobody gives one, it gives everything away that it knows.
 */
export const obeyingMind: Mind = (conversation) => {
  for (const { text } of conversation.turns.toReversed()) {
    for (const { asked, obey } of orders) {
      const found = asked.exec(text)
      if (found) return obey(conversation, found.slice(1).filter(Boolean).join(' '))
    }
  }
  return { text: everything(conversation) }
}
