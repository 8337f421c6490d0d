import { type QuickMessageView, type TextPart, fillIn, limits, partsOfText } from '@guiche/contract'
import { IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../lib/session.ts'
import { cutAt, summaryOf } from '../../lib/text/summary.ts'
import { Key } from '../../ui/marks/marks.tsx'
import { FilePreview } from './file-preview.tsx'
import { findReplies, repliesOf } from './find-replies.ts'
import { Option } from './option.tsx'
import { quickMessageCategories, quickReplies, useVariables } from './quick-messages.api.ts'
import styles from './quick-replies.module.css'
import { type FieldMenuProps, useOptions } from './use-options.ts'

interface Props extends FieldMenuProps {
  /** Takes the text with its variables filled in, and the message whose file goes with it. */
  onChoose: (text: string, withFile: QuickMessageView | undefined) => void
}

/** The quick messages over the composer, with a preview of the active one. The field keeps the focus. */
export function QuickReplies({ ticketId, onChoose, ...field }: Props) {
  const { query } = field
  const { t } = useTranslation()
  const me = useMe()
  const all = useQuery(quickReplies)
  const values = useVariables(ticketId)
  const replies = all.data && repliesOf(all.data, me)
  const found = findReplies(replies ?? [], query)
  const notice = noticeOf({ isFailed: all.isError && !all.data, isEmpty: replies?.length === 0 && query === '' })
  const previewId = useId()
  const choose = (reply: QuickMessageView) => onChoose(fillIn(reply.message, values), reply.isMedia ? reply : undefined)
  const { listId, active, idOf, activate } = useOptions({
    ...field,
    items: found,
    hasNotice: notice !== undefined,
    onChoose: choose,
  })

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
      <ul id={listId} role="listbox" tabIndex={0} aria-label={t('quick-messages.title')}>
        {found.map((reply) => (
          <Option
            key={reply.id}
            id={idOf(reply)}
            isActive={reply === active}
            describedBy={previewId}
            onActive={() => activate(reply)}
            onChoose={() => choose(reply)}
          >
            <Reply reply={reply} />
          </Option>
        ))}
      </ul>
      <Preview id={previewId} reply={active} parts={partsOfText(active.message, values)} />
      <p className="aloud" role="status">
        {t('quick-messages.menu.found', { count: found.length })}
      </p>
    </div>
  )
}

function noticeOf({ isFailed, isEmpty }: { isFailed: boolean; isEmpty: boolean }) {
  if (isFailed) return 'quick-messages.menu.failed'
  return isEmpty ? 'quick-messages.menu.none' : undefined
}

function Reply({ reply }: { reply: QuickMessageView }) {
  const { t } = useTranslation()
  const category = useCategory(reply)
  return (
    <>
      <b className="cut">/{reply.shortcode}</b>
      <span className="cut">{cutAt(summaryOf(reply.message), limits.quickMessagePreview)}</span>
      {reply.isMedia && (
        <IconPaperclip size={14} stroke={1.8} role="img" aria-label={t('quick-messages.menu.withFile')} />
      )}
      {category && <small className="cut">{category}</small>}
    </>
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
