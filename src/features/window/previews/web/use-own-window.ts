import { useEffect, useRef, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import type { Picked } from '#features/window/contract.ts'
import { useToast } from '#kit/web/toast.tsx'
import { texts } from '../texts.ts'
import { ownWindow } from './links.ts'
import { channelOf, type Shown, toldByEditor, toldByWindow, type WindowMessage } from './own-window-model.ts'

const key = 'preview_window'

/** This tab, also after it was loaded again: the window that follows it finds it by this name. */
function tabName(): string {
  const known = sessionStorage.getItem(key)
  if (known) return known
  const made = uuidv7()
  sessionStorage.setItem(key, made)
  return made
}

/**
 * Shows what this editor shows in a window of its own too, with every key. The window belongs to the tab: it follows
 * whichever editor is open there, and stays while the tab is loaded again. Answers how the window is opened.
 */
export function useOwnWindow(shown: Shown | null, onPicked: ((picked: Picked) => void) | undefined) {
  const show = useToast()
  const latest = useRef({ shown, onPicked })
  latest.current = { shown, onPicked }
  const channel = useRef<BroadcastChannel | null>(null)
  const [isFollowed, setFollowed] = useState(false)
  useEffect(() => {
    const own = new BroadcastChannel(channelOf(tabName()))
    channel.current = own
    own.onmessage = ({ data }) => {
      const told = toldByWindow(data)
      if (told?.type === 'asked') {
        setFollowed(true)
        own.postMessage({ type: 'shown', shown: latest.current.shown })
      }
      if (told?.type === 'closed') setFollowed(false)
      if (told?.type === 'picked') latest.current.onPicked?.(told.picked)
    }
    const leave = () => own.postMessage({ type: 'gone' })
    addEventListener('pagehide', leave)
    own.postMessage({ type: 'here' })
    return () => {
      removeEventListener('pagehide', leave)
      leave()
      own.close()
      channel.current = null
    }
  }, [])
  const { content, page, answers, focus, focusItem } = shown ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: the object around these is another one each time
  useEffect(() => {
    if (isFollowed) channel.current?.postMessage({ type: 'shown', shown: latest.current.shown })
  }, [isFollowed, content, page, answers, focus, focusItem])
  return () => {
    const tab = tabName()
    // A window that is open already comes to the front.
    const opened = window.open(ownWindow({ of: tab }), channelOf(tab), 'popup,width=1280,height=900')
    if (opened) opened.focus()
    else show({ message: texts.windowBlocked, tone: 'refused' })
  }
}

/** What the editor of a tab shows, with every key, and whether an editor is open there. */
export function useFollowed(tab: string) {
  const [shown, setShown] = useState<Shown | null>(null)
  const [isOpen, setOpen] = useState(false)
  const channel = useRef<BroadcastChannel | null>(null)
  const tell = (message: WindowMessage) => channel.current?.postMessage(message)
  useEffect(() => {
    if (!tab) return
    const own = new BroadcastChannel(channelOf(tab))
    channel.current = own
    own.onmessage = ({ data }) => {
      const told = toldByEditor(data)
      if (!told) return
      setOpen(told.type !== 'gone')
      if (told.type === 'here') own.postMessage({ type: 'asked' })
      if (told.type === 'shown' && told.shown) setShown(told.shown)
    }
    const leave = () => own.postMessage({ type: 'closed' })
    addEventListener('pagehide', leave)
    own.postMessage({ type: 'asked' })
    return () => {
      removeEventListener('pagehide', leave)
      leave()
      own.close()
      channel.current = null
    }
  }, [tab])
  return { shown, isOpen, pick: (picked: Picked) => tell({ type: 'picked', picked }) }
}
