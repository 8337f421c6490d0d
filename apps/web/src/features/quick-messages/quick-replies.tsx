import { type QuickMessageView, type TextPart, fillIn, limits, partsOfText } from '@guiche/contract'
import { IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../lib/session.ts'
import { cutAt, summaryOf } from '../../lib/text/summary.ts'
import { Key } from '../../ui/marks/marks.tsx'
import { FilePreview } from './file-preview.tsx'
import { findReplies, repliesOf } from './find-replies.ts'
import { quickMessageCategories, quickReplies, variablesOfTicket } from './quick-messages.api.ts'
import styles from './quick-replies.module.css'

interface Props {
  ticketId: number
  /** What was typed after the slash. */
  query: string
  /** Takes the text with its variables filled in, and the message whose file goes with it. */
  onChoose: (text: string, withFile: QuickMessageView | undefined) => void
  onClose: () => void
  /** The ids of the list and of its active option, for the field, which keeps the focus. */
  onActive: (listId: string | undefined, optionId: string | undefined) => void
  ref: Ref<{ keyDown: (event: KeyboardEvent) => boolean }>
}

/** The quick messages over the composer, with a preview of the active one. The field keeps the focus. */
export function QuickReplies({ ticketId, query, onChoose, onClose, onActive, ref }: Props) {
  const { t } = useTranslation()
  const me = useMe()
  const all = useQuery(quickReplies)
  const values = useVariables(ticketId)
  const replies = all.data && repliesOf(all.data, me)
  const found = findReplies(replies ?? [], query)
  const [chosen, setChosen] = useState({ query, index: 0 })
  // Another text begins at the first option again.
  const index = chosen.query === query ? Math.min(chosen.index, found.length - 1) : 0
  const active = found[index]
  const notice = noticeOf({ isFailed: all.isError && !all.data, isEmpty: replies?.length === 0 && query === '' })
  const listId = useId()
  const previewId = useId()
  const idOf = (reply: QuickMessageView) => `${listId}-${reply.id}`
  const optionId = active && idOf(active)

  const tellActive = useEffectEvent(onActive)
  useEffect(() => tellActive(optionId && listId, optionId), [listId, optionId])
  useEffect(() => () => tellActive(undefined, undefined), [])

  const choose = (reply: QuickMessageView) => onChoose(fillIn(reply.message, values), reply.isMedia ? reply : undefined)

  useImperativeHandle(ref, () => ({
    keyDown: (event) => {
      if (event.key === 'Escape' && (active || notice)) {
        onClose()
        return taken(event)
      }
      if (!active) return false
      const step = steps[event.key]
      if (step !== undefined) setChosen({ query, index: (index + step + found.length) % found.length })
      else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') choose(active)
      else return false
      return taken(event)
    },
  }))

  if (!active)
    return (
      notice && (
        <p className={styles.notice} role="status">
          {t(notice)}
        </p>
      )
    )
  return (
    // The field keeps the focus, so that one can go on typing.
    <div className={styles.menu} onMouseDown={(event) => event.preventDefault()}>
      <ul id={listId} role="listbox" aria-label={t('quick-messages.title')}>
        {found.map((reply) => (
          <Option
            key={reply.id}
            id={idOf(reply)}
            reply={reply}
            isActive={reply === active}
            previewId={previewId}
            onActive={() => setChosen({ query, index: found.indexOf(reply) })}
            onChoose={() => choose(reply)}
          />
        ))}
      </ul>
      <Preview id={previewId} reply={active} parts={partsOfText(active.message, values)} />
      <p className="aloud" role="status">
        {t('quick-messages.menu.found', { count: found.length })}
      </p>
    </div>
  )
}

function taken(event: KeyboardEvent): true {
  event.preventDefault()
  event.stopPropagation()
  return true
}

function noticeOf({ isFailed, isEmpty }: { isFailed: boolean; isEmpty: boolean }) {
  if (isFailed) return 'quick-messages.menu.failed'
  return isEmpty ? 'quick-messages.menu.none' : undefined
}

const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Until they are known, variables stay as they are; the server fills them in when the message is sent. */
function useVariables(ticketId: number): ReadonlyMap<string, string> {
  const { data } = useQuery(variablesOfTicket(ticketId))
  return new Map(Object.entries(data ?? {}))
}

interface OptionProps {
  id: string
  reply: QuickMessageView
  isActive: boolean
  /** The whole text, which screen readers read after the option. */
  previewId: string
  onActive: () => void
  onChoose: () => void
}

function Option({ id, reply, isActive, previewId, onActive, onChoose }: OptionProps) {
  const { t } = useTranslation()
  const category = useCategory(reply)
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])

  return (
    <li
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      aria-describedby={isActive ? previewId : undefined}
      onMouseMove={isActive ? undefined : onActive}
      onClick={onChoose}
    >
      <b className="cut">/{reply.shortcode}</b>
      <span className="cut">{cutAt(summaryOf(reply.message), limits.quickMessagePreview)}</span>
      {reply.isMedia && (
        <IconPaperclip size={14} stroke={1.8} role="img" aria-label={t('quick-messages.menu.withFile')} />
      )}
      {category && <small className="cut">{category}</small>}
    </li>
  )
}

function Preview({ id, reply, parts }: { id: string; reply: QuickMessageView; parts: TextPart[] }) {
  const { t } = useTranslation()
  const { mediaName, mediaType, mediaPath } = reply
  const category = useCategory(reply)
  return (
    <div className={styles.preview} aria-hidden>
      <p className={styles.head}>
        <span>{t('quick-messages.menu.preview')}</span>
        {category && <span className="cut">{category}</span>}
      </p>
      {mediaName !== null && (
        <p className={styles.file}>
          <FilePreview type={mediaType ?? ''} url={mediaPath} />
          <span className="cut">{mediaName}</span>
        </p>
      )}
      <p id={id} className={styles.text}>
        {parts.map(({ text, isValue }, index) => (isValue ? <mark key={index}>{text}</mark> : text))}
      </p>
      <p className={styles.keys}>
        <Key>↑</Key>
        <Key>↓</Key> {t('quick-messages.menu.choose')} <Key>Enter</Key> {t('quick-messages.menu.use')} <Key>Esc</Key>{' '}
        {t('quick-messages.menu.close')}
      </p>
    </div>
  )
}

function useCategory({ categoryId }: QuickMessageView): string | undefined {
  const { data = [] } = useQuery({ ...quickMessageCategories, enabled: categoryId !== null })
  return data.find(({ id }) => id === categoryId)?.shortcode
}
