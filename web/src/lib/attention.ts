/** Telling a person that it is their turn, as quietly as they want. */
let audio: AudioContext | null = null;

export function chime(): void {
  try {
    audio ??= new AudioContext();
    const now = audio.currentTime;
    for (const [pitch, start] of [
      [523.25, 0],
      [783.99, 0.14],
    ] as const) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.type = 'triangle';
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.0001, now + start);
      volume.gain.exponentialRampToValueAtTime(0.08, now + start + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, now + start + 0.5);
      tone.connect(volume).connect(audio.destination);
      tone.start(now + start);
      tone.stop(now + start + 0.55);
    }
  } catch {
    /* no sound on this device */
  }
}

export function turnIcon(mine: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = mine ? '/icon-turn.svg' : '/icon.svg';
}

/** Only where the person has allowed it, and only if the person is somewhere else. */
export function alertTurn(title: string, body: string): void {
  if ((!document.hidden && document.hasFocus()) || !('Notification' in window) || Notification.permission !== 'granted')
    return;
  const note = new Notification(title, { body, icon: '/icon.svg', tag: 'crownlands-turn' });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}

export async function allowNotifications(): Promise<boolean> {
  return 'Notification' in window && (await Notification.requestPermission()) === 'granted';
}
