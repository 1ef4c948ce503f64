import { connectByHand } from '../../acp/hand-written-client.mjs'
import { drive } from './driver.mjs'

const nobody = () => {}

await drive({
  // It reads on while its reader sleeps: the updates wait in an array.
  run: async (command, prompt, onUpdate) => {
    const updates = []
    let wake = nobody
    const client = await connectByHand(command, (update) => {
      updates.push(update)
      wake()
    })
    const turn = { isOver: false }
    const send = async () => {
      await client.prompt(prompt)
      turn.isOver = true
      wake()
    }
    const ended = send()
    for (let next = 0; !turn.isOver || next < updates.length;) {
      if (next < updates.length) {
        const waits = onUpdate(updates[next++])
        if (waits !== undefined) await waits
      } else await new Promise((resolve) => (wake = resolve))
    }
    await ended
    await client.close()
  },
  open: async (command) => {
    const client = await connectByHand(command, nobody)
    return () => client.close()
  },
})
