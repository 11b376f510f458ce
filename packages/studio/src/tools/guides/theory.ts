/** What an agent needs to know of music here that is not in the song. */
export const theory = `# Music, in this studio's numbers

- Time is whole ticks, 480 to the quarter; a bar of 4/4 is 1,920. Bars and beats count from 1: 5|1|000 is the beginning of bar 5. A note's tick counts from its clip's beginning.
- Pitches are MIDI: 60 is middle C, 69 is 440 Hz. A bass lives from 28 to 48, chords from 52 to 72, melodies from 60 to 84.
- Major: 0 2 4 5 7 9 11. Minor: 0 2 3 5 7 8 10. A chord is every other step of the scale; in minor the fifth step's chord is often made major.
- Progressions that carry a song: I V vi IV; vi IV I V; ii V I; in minor i VI III VII; i iv v i; i VII VI VII.
- Voices move by as little as they can: keep common tones, move the others by a step.
- Drums, General MIDI: 36 kick, 37 rim, 38 snare, 39 clap, 42 closed and 46 open hat, 49 crash, 51 ride, 70 shaker, 41 45 48 toms. The snare answers on 2 and 4, in 3/4 on 3, in 6/8 on the fourth eighth.
- Touch: 100 to 115 is an accent, 70 to 90 usual, 30 to 50 a ghost. A part whose notes all have one velocity sounds typed.
- Swing 0 is straight, 1 is a triplet; 0.5 is what most people mean.
- Levels: -14 LUFS is where streaming services play; leave 1 dB of true peak below full scale. A bass and a kick that begin together need room from each other: less of one where the other is.
- Arrangement is what is left out: bring parts in by fours and eights, and take one away before the chorus.`;
