import { limits } from '@guiche/contract'
import type { TargetedClipboardEvent, TargetedDragEvent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ChatMessage } from '../messages/messages.ts'
import { checkFiles } from './attachments.tsx'
import { Composer } from './composer.tsx'
import { useWindow } from './context.ts'
import { Conversation } from './conversation.tsx'
import { Header } from './header.tsx'

export function Panel() {
  const window = useWindow()
  const { state, t, isPage, language } = window
  const { info, needsName, isDown, isMissing } = state
  const canWrite = !needsName && !isMissing
  const panel = useRef<HTMLElement>(null)
  const [quoted, setQuoted] = useState<ChatMessage>()
  const [files, setFiles] = useState<readonly File[]>([])
  const [wrong, setWrong] = useState('')
  const [isOver, setOver] = useState(false)
  useEffect(() => focusFirst(panel.current), [needsName])

  function add(added: readonly File[]) {
    const { fitting, wrong } = checkFiles([...files, ...added], window)
    setFiles(fitting)
    setWrong(wrong)
  }

  function addFrom(
    event: TargetedDragEvent<HTMLElement> | TargetedClipboardEvent<HTMLElement>,
    data: DataTransfer | null,
  ) {
    setOver(false)
    if (!canWrite || !data?.files.length) return
    event.preventDefault()
    add([...data.files])
  }

  function over(event: TargetedDragEvent<HTMLElement>) {
    if (!canWrite || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }

  return (
    <section
      ref={panel}
      class="panel"
      {...(!isPage && {
        role: 'dialog' as const,
        'aria-modal': isNarrow(),
        'aria-label': t('chatWith', { company: info?.companyName ?? '' }),
      })}
      onPaste={(event) => addFrom(event, event.clipboardData)}
      onDrop={(event) => addFrom(event, event.dataTransfer)}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
    >
      <Header />
      {info && !info.withinHours && <p class="notice">{info.outOfHoursMessage.trim() || t('outsideHint')}</p>}
      <Conversation onReply={setQuoted} />
      {isDown && (
        <p class="down" role="status">
          {t('offline')}
        </p>
      )}
      {wrong && (
        <p class="wrong" role="alert">
          {wrong}
        </p>
      )}
      {isMissing && (
        <p class="notice" role="status">
          {t('gone')}
        </p>
      )}
      {canWrite && (
        <Composer
          files={files}
          onFiles={add}
          onTooLong={(isTooLong) => setWrong(isTooLong ? t('tooLong', { limit: tooLong(language) }) : '')}
          onRemove={(file) => setFiles(files.filter((one) => one !== file))}
          quoted={quoted}
          onCancelReply={() => setQuoted(undefined)}
          onSent={() => {
            setQuoted(undefined)
            setFiles([])
            setWrong('')
          }}
        />
      )}
      {isOver && <p class="drop">{t('drop')}</p>}
    </section>
  )
}

const tooLong = (language: string) => limits.visitorText.toLocaleString(language)

/** Whether the panel covers the whole screen. */
export function isNarrow(): boolean {
  return matchMedia('(max-width: 599px)').matches
}

/** Focuses the field; on touch screens the conversation, because the keyboard would cover it. */
function focusFirst(panel: HTMLElement | null): void {
  const isTouch = matchMedia('(pointer: coarse)').matches
  panel?.querySelector<HTMLElement>(isTouch ? '.log' : 'input:not([hidden]), textarea')?.focus({ preventScroll: true })
}
